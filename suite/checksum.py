#!/usr/bin/env python3
"""Prints checksums of two exact rules on seeded boards (see README.md): python3 suite/checksum.py [SIZE BOARDS]"""
import sys

def boards(size, count):
    state = 1
    for _ in range(count):
        board = ""
        for point in range(size * size):
            state ^= (state << 13) & 0xFFFFFFFF  # xorshift, 32 bits
            state ^= state >> 17
            state ^= (state << 5) & 0xFFFFFFFF
            copies = point % size > 0 and state >> 16 & 3  # three times in four, a copy of the point on the left
            board += board[-1] if copies else ".XO"[(state >> 20) % 3]
        yield board

def owners(board, near):
    """Returns the owners under area rules, and the owners without the territory next to chains that touch a dame."""
    parts, part = [], {}  # the chains and empty regions; the number of each point's chain or region
    for start in range(len(board)):
        found = [start] if start not in part else []
        for p in found:
            part[p] = len(parts)
            found += [q for q in near[p] if board[q] == board[p] and q not in found]
        parts += [found] if found else []
    color = [board[found[0]] for found in parts]
    beside = [{part[q] for p in found for q in near[p]} - {n} for n, found in enumerate(parts)]
    reached = [{color[other] for other in others} if color[n] == "." else {color[n]} for n, others in enumerate(beside)]
    area = [min(colors) if len(colors) == 1 else "." for colors in reached]
    seki = {n for n, others in enumerate(beside) if color[n] != "." and any(area[other] == "." for other in others)}
    strict = ["." if color[n] == "." and others & seki else area[n] for n, others in enumerate(beside)]
    return [[kind[part[p]] for p in range(len(board))] for kind in (area, strict)]

size, count = map(int, sys.argv[1:] or (9, 1000))
points, sums = range(size * size), [0x811C9DC5] * 2  # FNV-1a, 32 bits, of the letters . X O of all points
near = [[q for q in points if abs(p % size - q % size) + abs(p // size - q // size) == 1] for p in points]
for board in boards(size, count):
    for letters in zip(*owners(board, near)):
        sums = [(total ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF for total, letter in zip(sums, letters)]
print(f"{size} {count} {sums[0]:08x} {sums[1]:08x}")
