"""A scorer whose answers are mostly invalid, each in a different way that depends on the name of the case."""

import json
import sys

# answers to which the id of the question is added, then texts that are written unchanged
PARTS = [
    {}, {"margin": "3"}, {"margin": None}, {"margin": True}, {"margin": 1e30}, {"margin": 3.14159}, {"margin": -0.0},
    {"black": ["zz"], "white": []}, {"black": ["a\u00e9"], "white": []}, {"black": ["aa"]}, {"black": None, "white": []},
    {"black": ["aa", "aa"], "white": []}, {"black": [["a"]], "white": []}, {"black": ["aa"], "white": ["aa"]},
    {"black": ["ba", "ca"], "white": ["bb"]}, {"dead": ["aa"], "score": 1}, {"dead": "aa", "score": 1}, {"score": 5},
    {"id": "another", "margin": 3}, {"unsupported": "no"}, {"unsupported": 1}, {"error": "\u00e9"}, {"winner": "B"},
    {"winner": "black"}, {"winner": "white"}, {"winner": "draw"}, {"margin": 3, "winner": "white"},
    {"margin": 3, "score": -40}, {"foo": 5, "bar": 2}, {"margin": 0, "black": [], "white": []},
    {"unsupported": "no", "margin": 3}, {"error": "two\nseki: 23 right", "unsupported": "no"}, {"k\n": 1},
]
TEXTS = [
    "null", "[1]", "{}", "", "nonsense", '{"margin": NaN}', "7", '"text"', '{"id": ID, "error": "\\ud800"}',
    '{"id": ID, "error": "\\\\ud800"}', '{"id": ID, "error": "\u2028"}', '{"id": ID,\r"error": "caf\udce9"}',
]
sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")  # for a byte that is not UTF-8

for line in sys.stdin:
    case = json.loads(line)["id"]
    number = sum(map(ord, case)) % (len(PARTS) + len(TEXTS))
    answer = json.dumps({"id": case, **PARTS[number]}) if number < len(PARTS) else TEXTS[number - len(PARTS)].replace("ID", json.dumps(case))
    print(answer, flush=True)
