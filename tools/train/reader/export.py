"""Packs a reader for the server: a line of JSON, then tensors at multiples of 16 bytes, matrices as 7-bit numbers.

python3 export.py READER.pt OUT.bin
"""

import array
import json
import sys

import torch

ALIGNMENT = 16
OFFSET, LARGEST = 64, 63


def quantized(weights):
    """Rows of unsigned numbers around 64, because the processor multiplies 8-bit activations by 7-bit weights."""
    scales = weights.abs().amax(1).clamp(min=1e-8) / LARGEST
    return (weights / scales[:, None]).round().add(OFFSET).to(torch.uint8), scales


def parts_of(state):
    for name, tensor in state.items():
        tensor = tensor.float()
        key, kind = name.rsplit(".", 1)
        if tensor.dim() == 2:
            rows, scales = quantized(tensor)
            yield f"{key}.weights", bytes(rows.flatten().tolist())
            yield f"{key}.scales", floats(scales)
        elif "norm" in key:
            yield f"{key}.{'gamma' if kind == 'weight' else 'beta'}", floats(tensor)
        else:
            yield f"{key}.biases", floats(tensor)


def floats(tensor):
    return array.array("f", tensor.tolist()).tobytes()


def main(file, out):
    saved = torch.load(file, map_location="cpu")
    places, body = {}, bytearray()
    for name, part in parts_of(saved["state"]):
        places[name.removeprefix("encoder.")] = len(body)
        body += part + bytes(-len(part) % ALIGNMENT)
    head = json.dumps({**saved["config"], "places": places}) + "\n"
    with open(out, "wb") as target:
        target.write(head.encode() + body)
    print(len(head) + len(body), "bytes")


main(*sys.argv[1:])
