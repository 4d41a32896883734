"""Masked-word pretraining on a GPU until a deadline.

python3 pretrain.py SIZE LAYERS IDS.npy OUT.pt SECONDS
"""

import sys
import time

import numpy
import torch
from torch import nn
from torch.nn import functional as F

from model import LENGTH, Encoder, MaskedWords
from text import CLS, MASK, VOCABULARY

BATCH = 640
MASKED = int(LENGTH * 0.25)
PEAK, WARMUP, FLOOR = 1.2e-3, 400, 0.02


def main(size, layers, ids_file, out, seconds):
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    ids = torch.from_numpy(numpy.load(ids_file).astype(numpy.int32)).cuda()
    encoder = Encoder(VOCABULARY, int(size), int(layers)).cuda()
    head = MaskedWords(encoder).cuda()
    parameters = list({id(p): p for p in [*encoder.parameters(), *head.parameters()]}.values())
    optimizer = torch.optim.AdamW(parameters, lr=PEAK, betas=(0.9, 0.98), weight_decay=0.01, fused=True)

    def loss_of(tokens, places):
        words = tokens.gather(1, places)
        x = encoder(tokens.scatter(1, places, MASK))
        hidden = x.gather(1, places[..., None].expand(-1, -1, x.shape[-1]))
        return F.cross_entropy(head(hidden).float().view(-1, VOCABULARY), words.reshape(-1))

    compiled = torch.compile(loss_of)
    offsets = torch.arange(LENGTH, device="cuda")
    begin, steps = None, 0
    while True:
        share = 0 if begin is None else (time.time() - begin) / float(seconds)
        if share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = PEAK * min(1, (steps + 1) / WARMUP) * max(FLOOR, 1 - share)
        starts = torch.randint(0, ids.numel() - LENGTH, (BATCH,), device="cuda")
        tokens = ids[starts[:, None] + offsets[None]].long()
        tokens[:, 0] = CLS
        places = torch.rand(BATCH, LENGTH - 1, device="cuda").argsort(1)[:, :MASKED] + 1
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = compiled(tokens, places)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        steps += 1
        if steps == 5:
            torch.cuda.synchronize()
            begin = time.time()
        if steps % 1000 == 0:
            print(size, layers, steps, round(loss.item(), 3), flush=True)
    torch.save({"config": encoder.config, "state": {k: v.half() for k, v in encoder.state_dict().items()}}, out)
    print(size, layers, "done", steps, round(loss.item(), 3), flush=True)


main(*sys.argv[1:])
