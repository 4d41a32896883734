"""Which tokens are part of which fact: from quotes when training, from tokens when measuring."""

import re

from labels import TAGS

IGNORED = -100
LEAST = 0.5


def tags_of(row):
    """A quote is marked wherever it stands as a whole; without labels, nothing is known of the item's tokens."""
    if row["facts"] is None:
        return [IGNORED] * len(row["ids"])
    spans = [
        (part, match.start(), match.end(), TAGS.index(kind))
        for kind, quote in row["facts"]
        for part in ("title", "text")
        for match in re.finditer(rf"(?<!\w){re.escape(quote)}(?!\w)", row[part])
    ]

    def tag(place):
        if place is None:
            return IGNORED
        part, (start, end) = place
        return next((kind for where, first, last, kind in spans if where == part and start < last and end > first), 0)

    return [tag(place) for place in row["places"]]


def runs_of(row, answer):
    """Neighboring tokens with the same likeliest tag, as text."""
    found, open_run = [], None
    for place, shares in zip(row["places"], answer["tags"], strict=True):
        tag = 0 if place is None else int(shares.argmax())
        if open_run and (tag != open_run[0] or place[0] != open_run[1]):
            found.append(open_run)
            open_run = None
        if tag:
            part, (start, end) = place
            open_run = (tag, part, open_run[2] if open_run else start, end, (open_run[4] if open_run else []) + [float(shares[tag])])
    found += [open_run] if open_run else []
    return [(TAGS[tag], plain(row[part][start:end]), sum(shares) / len(shares)) for tag, part, start, end, shares in found]


def plain(text):
    return re.sub(r"[^\w%$€£]", "", text.lower())


def tags_report(name, rows, answers):
    groups = {}
    for row, answer in zip(rows, answers, strict=True):
        if row["facts"] is None:
            continue
        key = row["group"] + ("" if row["free"] else "-unseen")
        groups.setdefault(key, []).append((row, runs_of(row, answer)))
    for key, pairs in sorted(groups.items()):
        for least in (LEAST, 0.7, 0.9):
            stated = right = wanted = got = 0
            for row, runs in pairs:
                gold = {(kind, plain(quote)) for kind, quote in row["facts"] if quote in f"{row['title']}\n{row['text']}"}
                said = {(kind, text) for kind, text, share in runs if share >= least}
                same = lambda a, b: a[0] == b[0] and (a[1] in b[1] or b[1] in a[1])
                stated += len(said)
                right += sum(any(same(one, other) for other in gold) for one in said)
                wanted += len(gold)
                got += sum(any(same(one, other) for other in said) for one in gold)
            print(name, key, "facts at", least, "stated", stated, "right", round(right / max(1, stated), 3), "found", round(got / max(1, wanted), 3), flush=True)
