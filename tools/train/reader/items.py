"""Joins the labels with the releases of the archive they were given to; `plain` adds releases without a label.

python3 items.py PRESS_ARCHIVE.git EXCLUDED_TITLES LABELED.jsonl PLAIN.jsonl
"""

import hashlib
import json
import re
import sys
from pathlib import Path

from archive import files_of, hash_of, release, texts_of

LABELS = Path(__file__).parent / "archive-labels.tsv"
MEASURED = [Path(__file__).parents[3] / "bench/fixtures" / name for name in ("held-out-news.tsv", "marked-news.tsv")]
ROLES = {"s": "subject", "m": "mention", "o": "other"}
CERTAINTIES = {"+": "stated", "?": "reported", "x": "denied"}
MAX_TEXT = 600
VERBS = (
    "Announces?|Launch(?:es|ed)?|Appoints?|Names|Raises?|Closes?|Secures?|Unveils?|Introduces?|Expands?|Opens?|Partners|"
    "Acquires?|Completes?|Signs?|Enters?|Reports?|Joins|Hires|Welcomes|Selects|Wins|Receives|Releases|Debuts|Celebrates|"
    "Reveals|Offers|Adds|Promotes|Teams|Collaborates|Sues|Files|Agrees|Buys|Sells|Lays|Cuts|Shuts|"
    "to (?:Acquire|Launch|Open|Present|Merge|Join|Go|Expand)"
)
NAMED = re.compile(rf"^([A-Z0-9][\w&.'’-]*(?: (?:of |& |and )?[A-Z0-9][\w&.'’-]*){{0,3}}?),? (?:{VERBS})\b")


def item(path, title, text, name, description):
    return {
        "id": hashlib.sha256(path.encode()).hexdigest()[:10],
        "company": {"name": name, "description": description},
        "title": title,
        "text": re.sub(r"\s+", " ", text).strip()[:MAX_TEXT],
        "publisher": path.split("/")[0],
    }


def main(archive, excluded_file, labeled_out, plain_out):
    excluded, labels = set(open(excluded_file).read().split()), {}
    for line in LABELS.read_text().splitlines():
        path, name, description, role, events, certainty, facts = line.split("\t")
        known = {
            "role": ROLES[role],
            "events": [None if event == "-" else event for event in events.split(",")],
            "certainty": CERTAINTIES.get(certainty),
            "facts": [fact.split(": ", 1) for fact in facts.split(" | ") if fact],
        }
        labels.setdefault(path, []).append((name, description, known))
    measured = {path for file in MEASURED for path in re.findall(r"^archive:(\S+)", file.read_text(), re.M)}
    names = files_of(archive, r"\.md$")
    with open(labeled_out, "w") as labeled, open(plain_out, "w") as plain:
        for path, markdown in zip(names, texts_of(archive, names), strict=True):
            title, text = release(markdown)
            if title is None or hash_of(title) in excluded:
                continue
            for name, description, known in labels.get(path, []):
                print(json.dumps({**item(path, title, text, name, description), **known}), file=labeled)
            match = NAMED.match(title) if path not in labels and path not in measured else None
            if match:
                print(json.dumps(item(path, title, text, match.group(1), "")), file=plain)


main(*sys.argv[1:])
