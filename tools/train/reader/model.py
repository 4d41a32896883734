"""The encoder and its heads: masked words for pretraining, the reading of one item and its facts for everything else."""

import torch
from torch import nn
from torch.nn import functional as F

from labels import CERTAINTIES, EVENTS, ROLES, TAGS
from text import COMPANY

LENGTH = 128
HEAD = 64


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.heads = size // HEAD
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)
        self.qkv, self.out = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.up, self.down = nn.Linear(size, 4 * size), nn.Linear(4 * size, size)
        self.dropout = 0.0

    def forward(self, x, mask):
        items, tokens, size = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(items, tokens, 3, self.heads, HEAD).permute(2, 0, 3, 1, 4).unbind(0)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=None if mask is None else mask[:, None, None, :])
        x = x + F.dropout(self.out(mixed.transpose(1, 2).reshape(items, tokens, size)), self.dropout, self.training)
        return x + F.dropout(self.down(F.relu(self.up(self.norm2(x)))), self.dropout, self.training)


class Encoder(nn.Module):
    def __init__(self, vocabulary, size, layers, embedding=128):
        super().__init__()
        self.config = {"vocabulary": vocabulary, "size": size, "layers": layers}
        self.tokens, self.places = nn.Embedding(vocabulary, embedding), nn.Embedding(LENGTH, embedding)
        self.norm0, self.widen = nn.LayerNorm(embedding), nn.Linear(embedding, size)
        self.blocks = nn.ModuleList([Block(size) for _ in range(layers)])
        self.norm = nn.LayerNorm(size)
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, std=0.02)
            if isinstance(module, nn.Linear):
                nn.init.zeros_(module.bias)

    def set_dropout(self, rate):
        for block in self.blocks:
            block.dropout = rate

    def forward(self, ids, mask=None):
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.widen(self.norm0(self.tokens(ids) + self.places(places)[None]))
        for block in self.blocks:
            x = block(x, mask)
        return self.norm(x)


class MaskedWords(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        vocabulary, embedding = encoder.tokens.weight.shape
        self.narrow, self.norm = nn.Linear(encoder.config["size"], embedding), nn.LayerNorm(embedding)
        self.tokens, self.bias = encoder.tokens, nn.Parameter(torch.zeros(vocabulary))

    def forward(self, x):
        return F.linear(self.norm(F.relu(self.narrow(x))), self.tokens.weight, self.bias)


class Reader(nn.Module):
    """What happened, whose event it is and how certain, from the whole item and the places that name the company; and
    for each token, which fact about the company it is part of."""

    def __init__(self, encoder):
        super().__init__()
        size = encoder.config["size"]
        self.encoder, self.mix = encoder, nn.Linear(3 * size, size)
        self.heads = nn.Linear(size, len(EVENTS) + len(ROLES) + len(CERTAINTIES))
        self.tags = nn.Linear(size, len(TAGS))

    def forward(self, ids, mask):
        x = self.encoder(ids, mask)
        pools = [x[:, 0], mean(x, mask), mean(x, ids == COMPANY)]
        mixed = F.dropout(F.relu(self.mix(torch.cat(pools, -1))), 0.1, self.training)
        answers = self.heads(mixed).split([len(EVENTS), len(ROLES), len(CERTAINTIES)], -1)
        return [*answers, self.tags(F.dropout(x, 0.1, self.training))]


def mean(x, mask):
    weights = mask[..., None].to(x.dtype)
    return (x * weights).sum(1) / weights.sum(1).clamp(min=1)
