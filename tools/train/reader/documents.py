"""Free text for pretraining: press releases from two public archives, one NUL-separated file.

python3 documents.py PRESS_ARCHIVE.git SENATE_ARCHIVE.git EXCLUDED_TITLES OUT.txt.xz
"""

import lzma
import random
import re
import sys

from archive import files_of, hash_of, release, texts_of

SENATE_SAMPLE = 24_000
MAX_CHARACTERS = 8_000
MIN_CHARACTERS = 200


def main(press, senate, excluded_file, out):
    excluded = set(open(excluded_file).read().split())
    random.seed(1)
    documents, seen = [], set()
    for markdown in texts_of(press, files_of(press, r"\.md$")):
        title, text = release(markdown)
        if title is None or hash_of(title) in excluded or hash_of(title) in seen:
            continue
        seen.add(hash_of(title))
        documents.append(f"{title}\n{text}")
    names = files_of(senate, r"^raw/.*\.txt$")
    documents += texts_of(senate, random.sample(names, min(SENATE_SAMPLE, len(names))))
    cleaned = [re.sub(r"\s+", " ", document).replace("\0", "").strip()[:MAX_CHARACTERS] for document in documents]
    kept = [document for document in cleaned if len(document) >= MIN_CHARACTERS]
    random.shuffle(kept)
    with lzma.open(out, "wt", preset=4) as file:
        file.write("\0".join(kept))
    print(len(kept), "documents", sum(map(len, kept)), "characters")


main(*sys.argv[1:])
