"""Trains readers from a pretrained encoder: teachers on labels, the student that ships on what they say.

python3 finetune.py TOKENIZER.json ROWS.jsonl.xz PLAN.json OUT_FOLDER
A plan is a list of readers; each has a name, `from` (a pretrained encoder), and the settings below.
"""

import json
import lzma
import math
import random
import sys
import time

import numpy
import torch
from tokenizers import Tokenizer
from torch.nn import functional as F

from facts import tags_of, tags_report
from labels import CERTAINTIES, EVENTS, ROLES, TAGS
from model import LENGTH, Encoder, Reader
from text import CLS, DESCRIPTION, MASK, PAD, PUBLISHER, SEP, TEXT, TITLE

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
DEFAULTS = {
    "size": 256, "layers": 4, "seeds": [1], "folds": 0, "free": True, "share": 1.0, "without": [], "epochs": 6,
    "teachers": None, "ships": False, "rate": 2.5e-4, "stage1": 2,
}  # fmt: skip
WEIGHTS = {
    "case": 2, "written": 2, "real": 1.5, "archive": 1.2, "wire": 1.2, "once": 1, "other-side": 0.7, "namesake": 1, "template": 0.3, "plain": 0.5, "bare": 0.7,
}  # fmt: skip
HARD = {"case", "written", "real", "archive", "wire"}
BATCH, TEMPLATE_SHARE, WORD_DROPOUT, SMOOTHING = 128, 0.35, 0.15, 0.05
IGNORED = -100
OF_TAGS, OF_SOFT_TAGS = 12, 30
BARE_SHARE = 0.35


def encoded(tokenizer, rows):
    def encodings(part, limit):
        found = tokenizer.encode_batch([row[part] for row in rows], add_special_tokens=False)
        return [(each.ids[:limit], each.offsets[:limit]) for each in found]

    limits = {"description": 24, "publisher": 8, "title": 44, "text": LENGTH}
    parts = zip(*(encodings(part, limit) for part, limit in limits.items()), strict=True)
    for row, (description, publisher, title, text) in zip(rows, parts, strict=True):
        start = [CLS, DESCRIPTION, *description[0], PUBLISHER, *publisher[0], TITLE]
        tokens = [*start, *title[0], TEXT, *text[0]][: LENGTH - 1]
        places = [None] * len(start) + [("title", at) for at in title[1]] + [None] + [("text", at) for at in text[1]]
        row["ids"] = [*tokens, SEP]
        row["places"] = [*places[: LENGTH - 1], None]
        row["tags"] = tags_of(row)


def is_headline(row):
    return row["group"] in ("real", "archive", "case", "wire") and "[CO]" in row["title"] and row["text"]


def headline_of(row):
    """A headline without its text, because much news comes like that."""
    end = row["ids"].index(TEXT) + 1
    cut = {key: row[key][:end] for key in ("ids", "places", "tags")}
    return {**row, "group": "bare", "ids": [*cut["ids"], SEP], "places": [*cut["places"], None], "tags": [*cut["tags"], IGNORED]}


def batches(rows, weights_of, rng):
    """Rows of similar length together, in random order."""
    order = sorted(rows, key=lambda row: len(row["ids"]) + rng.random() * 12)
    groups = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    rng.shuffle(groups)
    for group in groups:
        yield collate(group), torch.tensor([weights_of(row) for row in group], device=DEVICE), group


def collate(group):
    ids = padded(group, "ids", PAD)
    return ids, ids != PAD


def with_gaps(ids, rng):
    """Some words unknown, so that no single one decides."""
    rate = rng.random() * WORD_DROPOUT
    gaps = (torch.rand(ids.shape, device=ids.device) < rate) & (ids > TEXT)
    return ids.masked_fill(gaps, MASK)


def supervised(outputs, group, weights):
    events, roles, certainties, tags = outputs
    target = lambda key: torch.tensor([row[key] for row in group], device=DEVICE)
    first = torch.tensor([row["events"][0] for row in group], device=DEVICE)

    def loss(logits, wanted):
        each = F.cross_entropy(logits.float(), wanted, reduction="none", ignore_index=IGNORED, label_smoothing=SMOOTHING)
        return (each * weights).sum() / weights.sum()

    of_item = loss(events, first) + 0.5 * loss(roles, target("role")) + 0.3 * loss(certainties, target("certainty"))
    return of_item + OF_TAGS * tag_loss(tags, padded(group, "tags", IGNORED))


def tag_loss(logits, wanted):
    if not (wanted != IGNORED).any():
        return 0
    return F.cross_entropy(logits.float().flatten(0, 1), wanted.flatten(), ignore_index=IGNORED)


def padded(group, key, filler):
    width = max(len(row[key]) for row in group)
    return torch.tensor([row[key] + [filler] * (width - len(row[key])) for row in group], device=DEVICE)


def distilled(outputs, group, weights):
    loss = 0
    for logits, key, share in zip(outputs[:3], ("event", "role", "certainty"), (1, 0.5, 0.3), strict=True):
        soft = torch.tensor([row["soft"][key] for row in group], device=DEVICE)
        each = -(soft * F.log_softmax(logits.float(), -1)).sum(-1)
        loss = loss + share * (each * weights).sum() / weights.sum()
    width = max(len(row["ids"]) for row in group)
    tags = numpy.zeros((len(group), width, len(TAGS)), dtype=numpy.float16)
    for at, row in enumerate(group):
        tags[at, : len(row["ids"])] = row["soft"]["tags"]
    soft, mask = torch.tensor(tags, device=DEVICE).float(), padded(group, "ids", PAD) != PAD
    each = -(soft * F.log_softmax(outputs[3].float(), -1)).sum(-1)
    loss = loss + OF_SOFT_TAGS * (each * mask).sum() / mask.sum()
    known = torch.tensor([row["group"] in HARD for row in group], device=DEVICE, dtype=torch.float)
    return loss + 0.5 * supervised(outputs, group, weights * known + 1e-6) if known.any() else loss


def run(model, plan, seed):
    """`plan`: (rows of an epoch, weight of a row, loss) per epoch."""
    rng = random.Random(seed)
    decayed = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    for stage, rate in plan:
        optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.05}, {"params": others, "weight_decay": 0}], lr=rate)
        total, done = sum(math.ceil(len(rows) / BATCH) for rows, _, _ in stage), 0
        model.train()
        for rows, weights_of, loss_of in stage:
            for (ids, mask), weights, group in batches(rows, weights_of, rng):
                for settings in optimizer.param_groups:
                    settings["lr"] = rate * min(1, (done + 1) / 40) * max(0.02, 1 - done / total)
                with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
                    outputs = model(with_gaps(ids, rng), mask)
                loss = loss_of(outputs, group, weights)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad(set_to_none=True)
                done += 1


def reader_from(file, size, layers):
    saved = torch.load(file, map_location="cpu")
    encoder = Encoder(saved["config"]["vocabulary"], size, layers)
    if "heads.weight" in saved["state"]:
        encoder.set_dropout(0.1)
        reader = Reader(encoder)
        reader.load_state_dict({key: value.float() for key, value in saved["state"].items()})
        return reader.to(DEVICE)
    own = encoder.state_dict()
    encoder.load_state_dict({key: saved["state"][key].float() for key in own})
    encoder.set_dropout(0.1)
    return Reader(encoder).to(DEVICE)


def answers(model, rows):
    model.eval()
    result = []
    with torch.no_grad():
        for at in range(0, len(rows), 256):
            ids, mask = collate(rows[at : at + 256])
            *of_items, of_tokens = [F.softmax(each.float(), -1).cpu() for each in model(ids, mask)]
            tags = [each[: len(row["ids"])].half().numpy() for each, row in zip(of_tokens, rows[at : at + 256])]
            parts = zip(*(each.tolist() for each in of_items), tags, strict=True)
            result += [{"event": e, "role": r, "certainty": c, "tags": t} for e, r, c, t in parts]
    return result


def averaged(many):
    return [
        {
            key: sum(one[key] for one in each) / len(each)
            if key == "tags"
            else [sum(values) / len(each) for values in zip(*(one[key] for one in each), strict=True)]
            for key in each[0]
        }
        for each in zip(*many, strict=True)
    ]


def report(name, rows, found):
    groups = {}
    for row, answer in zip(rows, found, strict=True):
        key = row["group"] + ("" if row["free"] else "-unseen")
        groups.setdefault(key, []).append((max(range(len(EVENTS)), key=answer["event"].__getitem__), row["events"]))
    for key, pairs in sorted(groups.items()):
        right = sum(said in wanted for said, wanted in pairs) / len(pairs)
        stated = [(said, wanted) for said, wanted in pairs if said != 0]
        wrong = sum(said not in wanted for said, wanted in stated)
        happened = [(said, wanted) for said, wanted in pairs if 0 not in wanted]
        found_share = sum(said in wanted for said, wanted in happened) / max(1, len(happened))
        print(name, key, len(pairs), "right", round(right, 3), "stated", len(stated), "wrong", wrong, "found", round(found_share, 3), flush=True)


def train(spec, seed, labeled, every_row, soft):
    rng = random.Random(seed)
    torch.manual_seed(seed)
    model = reader_from(f"{spec['folder']}/{spec['from']}.pt", spec["size"], spec["layers"])
    if soft:
        weights_of = lambda row: 3 if row["group"] in HARD else 1
        run(model, [([(every_row, weights_of, distilled)] * spec["epochs"], 4e-4)], seed)
        return model
    templates = [row for row in labeled if row["group"] == "template"]
    others = [row for row in labeled if row["group"] != "template"]
    weights_of = lambda row: WEIGHTS[row["group"]]
    stage1 = [(templates, weights_of, supervised)] * (spec["stage1"] if templates else 0)
    count = min(len(templates), int(len(others) * TEMPLATE_SHARE))
    stage2 = [(others + rng.sample(templates, count), weights_of, supervised) for _ in range(spec["epochs"])]
    run(model, [(stage1, 4e-4), (stage2, spec["rate"])] if stage1 else [(stage2, spec["rate"])], seed)
    return model


def main(tokenizer_file, rows_file, plan_file, out):
    begin = time.time()
    opener = lzma.open if rows_file.endswith(".xz") else open
    rows = [json.loads(line) for line in opener(rows_file, "rt")]
    encoded(Tokenizer.from_file(tokenizer_file), rows)
    is_test = lambda row: row["group"].startswith("test-") or (row["group"] in ("real", "once") and not row["free"])
    tests = [row for row in rows if is_test(row)]
    plan = json.load(open(plan_file))
    teachers = {}
    for given in plan:
        spec = {**DEFAULTS, "folder": out, **given}
        pool = [row for row in rows if not is_test(row) and row["group"] not in spec["without"]]
        if spec["share"] < 1:
            chosen = random.Random(9)
            pool = [row for row in pool if row["group"] not in ("real", "archive", "once") or chosen.random() < spec["share"]]
        labeled = [row for row in pool if row["group"] != "plain"]
        bare = random.Random(7)
        labeled += [headline_of(row) for row in labeled if is_headline(row) and bare.random() < BARE_SHARE]
        if spec["teachers"]:
            for row, soft in zip(pool, teachers[spec["teachers"]](pool), strict=True):
                row["soft"] = soft
        models = [train(spec, seed, labeled, pool, bool(spec["teachers"])) for seed in spec["seeds"]]
        teachers[spec["name"]] = lambda asked, models=models: averaged([answers(model, asked) for model in models])
        found = teachers[spec["name"]](tests)
        report(spec["name"], tests, found)
        tags_report(spec["name"], tests, found)
        with open(f"{out}/{spec['name']}.jsonl", "w") as file:
            for row, answer in zip(tests, found, strict=True):
                rounded = {key: [round(value, 4) for value in values] for key, values in answer.items() if key != "tags"}
                print(json.dumps({"id": row["id"], "group": row["group"], **rounded}), file=file)
        if spec["ships"]:
            state = {key: value.half() for key, value in models[0].state_dict().items()}
            torch.save({"config": models[0].encoder.config, "state": state}, f"{out}/{spec['name']}.pt")
        print(spec["name"], "done", round(time.time() - begin), "s", flush=True)


main(*sys.argv[1:])
