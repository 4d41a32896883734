"""Trains the tokenizer and encodes the documents.

python3 text.py OUT_FOLDER DOCUMENTS.txt.xz
"""

import lzma
import sys

import numpy
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

VOCABULARY = 12_000
SPECIAL = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[CO]", "[D]", "[P]", "[T]", "[X]"]
PAD, CLS, SEP, MASK, COMPANY, DESCRIPTION, PUBLISHER, TITLE, TEXT = range(len(SPECIAL))
BATCH = 5_000


def train(documents):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=True)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        min_frequency=3,
        show_progress=False,
    )
    tokenizer.train_from_iterator(documents, trainer)
    return tokenizer


def encode(tokenizer, documents):
    parts = []
    for start in range(0, len(documents), BATCH):
        for encoding in tokenizer.encode_batch(documents[start : start + BATCH]):
            parts.append(numpy.array([SEP, *encoding.ids], dtype=numpy.uint16))
    return numpy.concatenate(parts)


if __name__ == "__main__":
    out, file = sys.argv[1:]
    documents = lzma.open(file, "rt").read().split("\0")
    tokenizer = train(documents[::2])
    tokenizer.save(f"{out}/tokenizer.json", pretty=False)
    ids = encode(tokenizer, documents)
    numpy.save(f"{out}/ids.npy", ids)
    print(len(documents), "documents", ids.size, "tokens", flush=True)
