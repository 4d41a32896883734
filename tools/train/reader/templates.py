"""Invented news from templates: wordings of every event, with companies, people and amounts that do not exist.

python3 templates.py OUT.jsonl
"""

import json
import random
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
PER_EVENT, PER_NONE = 1_500, 4_500
SLOT = re.compile(r"\{([A-Z#]+)(?:/(\w+))?\}")
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday".split()
AMOUNTS = [1, 2, 3, 5, 6, 8, 10, 12, 15, 18, 20, 25, 30, 32, 40, 50, 65, 80, 100, 120, 150, 200, 250, 300, 500, 750]
COUNTS = [12, 18, 24, 30, 40, 50, 64, 80, 100, 120, 150, 200, 250, 300, 400, 600, 800, 1200, 2000, 4000, 12000]
SHARES = [5, 7, 8, 10, 12, 15, 18, 20, 22, 25, 28, 30, 33, 35, 40, 45, 50, 60, 70, 80]
BACKGROUND = [
    "{O} raised {M} in {X}.", "{O}, a rival, raised {M} from {V} last year.", "{C} was founded in {X} by {P} and {P}.",
    "{C} makes {K} for {U}.", "Earlier this year {O} bought {O} for {M}.", "{O} shut down in {X}.",
    "The company, based in {L}, employs {N} people.", "In {X}, {O} laid off {N} people.", "Rivals include {O} and {O}.",
    "{C} raised {M} in a {RD} led by {V} in {X}.", "{P} previously worked at {O}.",
]  # fmt: skip
UNDECIDED = [
    "No final decision has been made.", "The talks are private and could still fail.", "Neither company commented.",
    "{C} declined to comment.", "The people asked not to be named.",
]  # fmt: skip
PUBLISHERS = ["Business Wire", "PR Newswire", "Trade Weekly", "Local News", "Hacker News", "{C} Blog", "{C}", "{C} Blog"]


def sections(file, *marks):
    found, lines = {mark: {} for mark in marks}, None
    for line in (FOLDER / file).read_text().split("\n"):
        mark = next((each for each in marks if line.startswith(each)), None)
        if mark:
            lines = found[mark].setdefault(line[len(mark) :], [])
        elif line and lines is not None:
            lines.append(line)
    return [found[mark] for mark in marks]


HEADLINES, SENTENCES = sections("templates.txt", "## ", "@@ ")
WORDS = {name: lines[0].split("|") for name, lines in sections("slots.txt", "## ")[0].items()}
one, chance = random.choice, random.random


def company():
    coined = one(WORDS["name begins"]) + one(WORDS["name ends"])
    share = chance()
    if share < 0.45:
        return coined
    if share < 0.6:
        return f"{coined} {one(WORDS['name adds'])}"
    if share < 0.85:
        return one(WORDS["word"]) + (f" {one(WORDS['name adds'])}" if chance() < 0.5 else "")
    return f"{one(WORDS['word'])} & {one(WORDS['word'])}" if share < 0.9 else f"{one(WORDS['last name'])} {one(WORDS['name adds'])}"


def other():
    return one(WORDS["large company"]) if chance() < 0.25 else company()


def money():
    amount = one(AMOUNTS) if chance() < 0.7 else round(one(AMOUNTS) + chance(), 1)
    sign, unit = one(["$"] * 6 + ["€", "£", "US$", "C$", "₹"]), one(["M", "M", " million", " million", "m", "bn", " billion"])
    return f"{sign}{amount}{unit}"


def investor():
    name = one(WORDS["name begins"]) + one(WORDS["name ends"]) if chance() < 0.5 else one(WORDS["last name"])
    return one(WORDS["fund"]) if chance() < 0.35 else f"{name} {one(WORDS['fund suffix'])}"


LISTED = {
    "K": "product", "U": "users", "G": "goal", "J": "job", "L": "city", "Y": "country", "AG": "agency", "RD": "round",
}  # fmt: skip
FILLED = {
    "M": money,
    "O": other,
    "V": investor,
    "P": lambda: f"{one(WORDS['first name'])} {one(WORDS['last name'])}",
    "N": lambda: f"{one(COUNTS):,}" if chance() < 0.85 else one(["nine", "dozens of", "two dozen", "hundreds of", "forty"]),
    "PC": lambda: f"{one(SHARES)}{one(['%', '%', ' percent', ' per cent'])}",
    "T": lambda: one(WORDS["kind"]) if chance() < 0.7 else f"{one(WORDS['city'])} {one(WORDS['kind'])}",
    "D": lambda: one(DAYS),
    "X": lambda: str(random.randint(2016, 2027)),
    "DT": lambda: f"{one(MONTHS)} {random.randint(1, 28)}",
    "S": lambda: f"{one('$€£')}{one([5, 9, 12, 18, 25, 40, 99])}",
    "TK": lambda: "".join(random.choices("ABCDEFGHKLMNOPRSTVXZ", k=4)),
    "V#": lambda: f"{random.randint(1, 8)}.{random.randint(0, 9)}",
}


def render(template, name, known, facts):
    """A tagged slot is a fact and says the same wherever it occurs in one item."""

    def fill(match):
        slot, tag = match.groups()
        if slot == "C":
            return name
        if tag and tag != "investor" and (slot, tag) in known:
            return known[slot, tag]
        value = one(WORDS[LISTED[slot]]) if slot in LISTED else FILLED[slot]()
        known[slot, tag] = value
        if tag:
            facts.append([tag, value])
        return value

    text = SLOT.sub(fill, template)
    return text if text.startswith(name) else text[:1].upper() + text[1:]


def item(event, headline, at):
    is_reported, name, known = headline.startswith("?? "), company(), {}
    facts = []
    title = render(headline.removeprefix("?? "), name, known, facts)
    lines = []
    if chance() < 0.8:
        lines = random.sample(SENTENCES[event], min(len(SENTENCES[event]), one([1, 1, 2, 2, 3])))
        if chance() < 0.45:
            lines.insert(one([0, len(lines)]), one(BACKGROUND))
        if is_reported:
            lines = lines[:1] + ([one(UNDECIDED)] if chance() < 0.7 else [])
    text = " ".join(render(line, name, known, facts) for line in lines)
    publisher = one(PUBLISHERS) if name in title or name in text else "{C} Blog"
    return {
        "id": f"t-{event}-{at}",
        "company": {"name": name, "description": f"{one(WORDS['product'])} for {one(WORDS['users'])}" if chance() < 0.5 else ""},
        "title": title,
        "text": text,
        "publisher": publisher.replace("{C}", name),
        "event": None if event == "none" else event,
        "facts": [] if event == "none" else facts,
        "certainty": None if event == "none" else "reported" if is_reported else "stated",
    }


def main(out):
    random.seed(5)
    with open(out, "w") as file:
        for event, headlines in HEADLINES.items():
            for at in range(PER_NONE if event == "none" else PER_EVENT):
                print(json.dumps(item(event, headlines[at % len(headlines)], at), ensure_ascii=False), file=file)


main(*sys.argv[1:])
