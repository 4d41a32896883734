"""Fits the weights of server/news/reading/decide.ts to what features.ts prints. Reads standard input."""

import json
import math
import sys

import numpy

BOUND, PENALTY, ROUNDS, UNLIKELY = 0.002, 0.5, 80, -5.5
NAMES = ["encoder", "does", "has", "undergoes", "first clause", "bias", "bare clause", "another", "another than bare"]


def features(row):
    share = min(1 - BOUND, max(BOUND, row["share"]))
    evidence, is_bare, is_another = row["evidence"], row["isBare"], row["isAnother"]
    return [
        math.log(share / (1 - share)),
        evidence == "does",
        evidence == "has",
        evidence in ("undergoes", "foreign"),
        row["isFirst"],
        1,
        is_bare and evidence is not None,
        is_another,
        is_bare and is_another,
    ]


def fit(x, right, weights):
    values = numpy.zeros(x.shape[1])
    for _ in range(ROUNDS):
        share = 1 / (1 + numpy.exp(-x @ values))
        gradient = x.T @ (weights * (right - share)) - PENALTY * values
        curvature = (x * (weights * share * (1 - share))[:, None]).T @ x + PENALTY * numpy.eye(len(values))
        values += numpy.linalg.solve(curvature, gradient)
    return values


rows = [json.loads(line) for line in sys.stdin]
pairs = [(row, [float(value) for value in features(row)]) for row in rows]
kept = [(row, x) for row, x in pairs if x[0] > UNLIKELY or row["evidence"] is not None]
found = fit(
    numpy.array([x for _, x in kept]),
    numpy.array([row["isRight"] for row, _ in kept], dtype=float),
    numpy.array([row["weight"] for row, _ in kept], dtype=float),
)
for name, value in zip(NAMES, found, strict=True):
    print(f"{name:18} {value:6.2f}")
