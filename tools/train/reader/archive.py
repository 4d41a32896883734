"""Reads the public archives of press releases, at a commit, from their git directories."""

import hashlib
import re
import subprocess
import threading
import unicodedata


def files_of(repository, pattern):
    listing = subprocess.run(
        ["git", "-C", repository, "ls-tree", "-r", "-z", "HEAD", "--name-only"], capture_output=True, check=True
    )
    return sorted(name for name in listing.stdout.decode().split("\0") if re.search(pattern, name))


def texts_of(repository, names):
    process = subprocess.Popen(["git", "-C", repository, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask():
        for name in names:
            process.stdin.write(f"HEAD:{name}\n".encode())
        process.stdin.close()

    threading.Thread(target=ask).start()
    for _ in names:
        size = int(process.stdout.readline().split()[2])
        yield process.stdout.read(size).decode("utf-8", "replace")
        process.stdout.read(1)


def hash_of(title):
    plain = re.sub("[^a-z0-9]", "", unicodedata.normalize("NFKC", title).lower())
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def release(markdown):
    """Title and text without the links below the rule."""
    match = re.match(r"#\s+(.+?)\n+(.*)", markdown, re.S)
    if not match:
        return None, ""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", re.split(r"\n---", match.group(2))[0])
    return match.group(1).strip(), text
