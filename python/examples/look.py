"""Draws the boards for which a strategy finds the wrong winner: python look.py STRATEGY GAMES FOLDER"""

import sys
from pathlib import Path

import polars as pl

import seichi


def main() -> None:
    """Evaluates a folder of SGF files, and writes an SVG picture of each game for which the strategy's winner is wrong."""
    strategy, games, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    run = seichi.evaluate(games, strategy=strategy)
    wrong = pl.DataFrame(run.mismatches).filter(pl.col("outcome") == "wrong")
    folder.mkdir(parents=True, exist_ok=True)
    for name in wrong["game"]:
        file, number = name.rsplit("#", 1)
        game = seichi.Game.from_sgf((games / file).read_bytes(), int(number), name=file)
        answer = game.score(strategy)[strategy]
        picture = folder / f"{file.replace('/', '-')}-{number}.svg"
        picture.write_text(answer.explanation.svg, encoding="utf-8")
        print(name, game.label.result if game.label else "no label", answer.result, picture)


if __name__ == "__main__":
    main()
