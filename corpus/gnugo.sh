#!/bin/sh
# Plays the games of corpus/gnugo: GNU Go 3.8 against itself (corpus/README.md). Each game depends only on its settings and
# its seed, and games that are already in the folder are not played again.
#
#     sh corpus/gnugo.sh corpus/gnugo
set -e
folder=$1

play() {
    # games under Japanese rules have odd seeds, and games under Chinese rules have even seeds
    seichi-corpus generate --out "$folder" --engine 'gnugo --mode gtp --never-resign --{rules}-rules --seed {seed}' \
        --name 'GNU Go level {level}' --before-move 'level {level}' --before-status 'level 10' --seed-step 2 "$@"
}

# on boards larger than 9x9, every fifth game has two to four handicap stones, and a komi of half a point
stones=0,0,0,0,2,0,0,0,0,3,0,0,0,0,4

play --size 9 --rules japanese --seed 9001 --games 60 --levels 1,3,5,8
play --size 9 --rules chinese --seed 9002 --games 60 --levels 1,3,5,8
play --size 13 --rules japanese --seed 13001 --games 34 --levels 1,3,5 --handicap $stones
play --size 13 --rules chinese --seed 13002 --games 34 --levels 1,3,5 --handicap $stones
play --size 19 --rules japanese --seed 19001 --games 16 --levels 1,2,4 --handicap $stones
play --size 19 --rules chinese --seed 19002 --games 16 --levels 1,2,4 --handicap $stones

# GNU Go plays every dame, but people stop earlier. In these games, a side passes instead of playing a move that GNU Go values
# at less than 0.7 points, so dame stay open. The rules are only Japanese, because a dame is a point under Chinese rules
early() {
    play --pass-below 0.7 --file-name '{size}x{size}-{rules}-{seed}-early' "$@"
}

early --size 9 --seed 9501 --games 20 --levels 1,3,5,8
early --size 13 --seed 13501 --games 16 --levels 1,3,5 --handicap $stones
early --size 19 --seed 19501 --games 10 --levels 1,2,4 --handicap $stones
