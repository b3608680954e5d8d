"""The reasons why scorers are wrong on boards that the league draws; each board was examined by hand."""

FALSE_EYE = "It counts a false eye: once the dame are filled, White has to connect there."
GAP = "It joins two white groups across a neutral 2×2 region. Black can cut there, so each has one eye, and lives in seki."
SEKI = "It removes Black's group, which surrounds one point and lives in seki, and counts everything there for White."

NOTES = {
    ("tenuki", "article/corner-counts-twice.sgf#1"): "It takes the corner for one eye, and Black's group for seki.",
    ("tenuki", "article/eye-table-8-square-four.sgf#1"): "It takes the square four for two eyes. It is one; both groups live in "
    "seki.",
    ("tenuki", "gnugo/19x19-japanese-19505-early.sgf#1"): "Two dame are diagonal to Black's eye. It gives both to White, so the "
    "eye seems false. In `boardStateWithoutNeutralPoints`, `startingY` is never set, so the colour of a lone dame depends on "
    "its row only.",
    ("sabaki-influence", "article/false-eye-beside-a-dame.sgf#1"): FALSE_EYE,
    ("sabaki-influence", "article/false-eye-in-the-corner.sgf#1"): FALSE_EYE,
    ("sabaki-influence", "article/false-eye-in-the-open.sgf#1"): FALSE_EYE,
    ("goban-ogs", "article/gap-of-two-turned.sgf#1"): GAP,
    ("goban-ogs", "article/gap-of-two.sgf#1"): GAP,
    ("goban-ogs", "gnugo/9x9-japanese-9529-early.sgf#1"): "White owes a move at B7 once the dame are filled, or Black plays "
    "there and captures. It counts B7 and B6.",
    ("sabaki-deadstones", "article/two-one-eyed-groups.sgf#1"): SEKI,
    ("sabaki-deadstones", "article/corner-seki.sgf#1"): SEKI,
    ("sabaki-deadstones", "article/false-eyes-shared-diagonal-filled.sgf#1"): "It leaves White's dead chain alive: with "
    "`finished` it removes only stones that surround at most one point.",
    ("goban-autoscore", "gnugo/19x19-japanese-19519-early.sgf#1"): "Black has to play B5 once the dame are filled, and it counts that "
    "point.",
}

DRAWN_ALIVE = "it kills a group that lives as drawn, but perhaps not in a game"
OWED = "it counts points on which their owner still has to move"

# Mismatches examined by hand, with `seichi explain`: the corpus, the game, and who is wrong.
LOOKS = {
    "tenuki": [
        ("human", "Judan/Title/Jud-1979-3.sgf#1", f"scorer: {OWED} (A11)"),
        ("human", "Oza/69/P03.sgf#1", f"scorer: {OWED} (H2, H18), and names the wrong winner"),
        ("human", "Gosei/31/T23.sgf#1", "scorer: R12 or R13 joins two black groups, so Black has a point there"),
        ("corpus", "article/eye-table-8-square-four.sgf#1", "scorer: a square four is one eye"),
        ("corpus", "article/corner-counts-twice.sgf#1", "open: the label says that Black lives by agreement"),
    ],
    "goban-ogs": [
        ("human", "Agon/10/R03.sgf#1", f"scorer: {OWED} (G10, H2; L14)"),
        ("human", "Gosei/35/T23.sgf#1", f"scorer: {OWED} (D15)"),
        ("human", "NHK/08/3.sgf#1", f"scorer: {OWED} (L14, R12; S16)"),
        ("human", "KK1st/Special/C03.sgf#1", "label or dead stones: every method gives W+5.5 instead of W+3.5"),
        ("corpus", "article/snapback.sgf#1", "scorer: White has to connect against the snapback"),
    ],
    "sabaki-influence": [
        ("human", "Honinbo/15/13.sgf#1", f"scorer: {OWED} (J14)"),
        ("human", "Kisei/45/C33.sgf#1", f"scorer: {OWED} (Q7), and a false eye"),
        ("human", "NHK/50/3.sgf#1", "scorer: two of White's eyes are false"),
        ("corpus", "article/false-eye-beside-a-dame.sgf#1", "scorer: a false eye"),
        ("corpus", "article/false-eye-in-the-corner.sgf#1", "scorer: a false eye"),
    ],
    # counts area like most others
    "weiqi-npm": [
        ("human", "Chunlan/02/13.sgf#1", "record: nine dame are left, and it is Black's turn; filling them in turn gives the label"),
        ("human", "AsianTV/17/4.sgf#1", "record: seven dame are left, and it is White's turn; filling them in turn gives the label"),
        ("human", "CJGoExchange/1965/1965-04-14.sgf#1", "label: B+1, but Black is ahead by 29, and no group is in doubt"),
        ("human", "Go_Seigen_Cup/06/K01.sgf#1", "label: no point is neutral, so the difference on the board is odd, and not 10"),
        ("human", "Ing/10/12.sgf#1", "label: W+1, but White is ahead by 3, and no point is neutral"),
    ],
    "gnugo": [
        ("human", "Agon/10/R03.sgf#1", f"scorer: {OWED} (G10, H2; L14)"),
        ("human", "Kisei/Title/Kis-2004-3.sgf#1", f"scorer: {OWED} (D9; N13, B17)"),
        ("human", "Honinbo/Title/Hon-1968-3.sgf#1", f"scorer: {OWED} (T3), which a false eye does not make up for"),
        ("human", "OMeijin/10/03.sgf#1", "open: only `flood`, which counts false eyes, gives B+1"),
        ("human", "Oteai/1996/3.sgf#1", "scorer: it leaves out C12, which is Black's"),
    ],
    "sabaki-deadstones": [
        ("corpus", "gnugo/13x13-japanese-13001.sgf#1", "scorer: it leaves Black's dead stones at the top right alive"),
        ("corpus", "gnugo/13x13-japanese-13013.sgf#1", "scorer: it leaves Black's dead stones at the left alive"),
        ("corpus", "gnugo/13x13-japanese-13505-early.sgf#1", "scorer: it leaves White's dead groups at the lower right alive"),
        ("corpus", "gnugo/13x13-japanese-13003.sgf#1", "label: the marks leave out F4, and every method counts it"),
        ("corpus", "article/two-one-eyed-groups.sgf#1", "scorer: it removes Black's group, which lives in seki"),
    ],
    "goban-autoscore": [
        ("corpus", "article/gap-of-two-turned.sgf#1", "scorer: the white groups are not connected across the gap"),
        ("corpus", "gnugo/19x19-japanese-19519-early.sgf#1", f"scorer: {OWED} (B5)"),
        ("positions", "hanezeki.sgf#1", "scorer: it leaves the dead stones at H7 and K7 alive"),
        ("positions", "side_bamboo_cut.sgf#1", f"open: {DRAWN_ALIVE}"),
        ("gnugo-score", "score58.sgf#1", "open: the label is B+103.5, and playouts give B+45.5, too"),
    ],
}
