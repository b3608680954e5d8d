#!/usr/bin/env python3
"""Prints checksums of two exact rules on seeded boards (see README.md): python3 suite/checksum.py [SIZE [BOARDS]]"""

import sys


def boards(size, count):
    state = 1
    for _ in range(count):
        board = []
        for point in range(size * size):
            state ^= (state << 13) & 0xFFFFFFFF  # xorshift, 32 bits
            state ^= state >> 17
            state ^= (state << 5) & 0xFFFFFFFF
            copies = point % size > 0 and state >> 16 & 3  # three times in four, the point on the left
            board.append(board[-1] if copies else ".XO"[(state >> 20) % 3])
        yield board


def owners(board, size):
    """Returns the owners under area rules, and the same without the territory beside chains that touch a dame."""
    near = [[q for q, inside in ((p - 1, p % size), (p + 1, (p + 1) % size), (p - size, p >= size), (p + size, p + size < size * size))
             if inside] for p in range(size * size)]
    part, parts = {}, []
    for start in range(size * size):
        if start not in part:
            part[start], found = len(parts), [start]
            for p in found:
                new = [q for q in near[p] if board[q] == board[start] and q not in part]
                part.update(dict.fromkeys(new, len(parts)))
                found += new
            parts.append(found)
    beside = [{part[q] for p in found for q in near[p]} - {number} for number, found in enumerate(parts)]
    colors = [{board[parts[other][0]] for other in others} for others in beside]
    dame = {number for number, found in enumerate(parts) if board[found[0]] == "." and len(colors[number]) != 1}
    seki = {number for number, found in enumerate(parts) if board[found[0]] != "." and beside[number] & dame}
    area = ["." if n in dame else min(colors[n]) if board[found[0]] == "." else board[found[0]] for n, found in enumerate(parts)]
    strict = ["." if board[found[0]] == "." and beside[n] & seki else area[n] for n, found in enumerate(parts)]
    return [[kind[part[p]] for p in range(size * size)] for kind in (area, strict)]


def main(size=9, count=1000):
    sums = [0x811C9DC5] * 2  # FNV-1a, 32 bits, of the letters . X O of all points
    for board in boards(size, count):
        for kind, letters in enumerate(owners(board, size)):
            for letter in letters:
                sums[kind] = (sums[kind] ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    print(f"{size} {count} {sums[0]:08x} {sums[1]:08x}")


main(*map(int, sys.argv[1:]))
