import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { createClauseReader } from '../../../server/news/reading/clauses/company-event.ts'
import { match } from '../../../server/news/match/match.ts'
import { loadEncoder } from '../../../server/news/reading/encoder/encoder.ts'
import { createInputReader } from '../../../server/news/reading/encoder/input.ts'

// node tools/train/reader/features.ts REAL.jsonl CASES.jsonl … | python3 tools/train/reader/fuse.py
// What clauses and encoder each say of items that neither has seen, for the weights in server/news/reading/decide.ts.

const Item = z.object({
  src: z.string().optional(),
  company: z.object({ name: z.string(), website: z.string().optional(), description: z.string().optional() }),
  title: z.string(),
  text: z.string().optional(),
  publisher: z.string().optional(),
  publishedAt: z.string().optional(),
  events: z.array(z.string().nullable()).optional(),
  alsoAccepted: z.array(z.string().nullable()).optional(),
  expect: z
    .object({ event: z.string().nullable().optional(), events: z.array(z.string().nullable()).optional() })
    .optional(),
})
const SEEN_IN_TRAINING = /^(?!(?:fin|hn|tc)$)/

const encode = loadEncoder()
for (const file of process.argv.slice(2))
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { company, src, expect, events, alsoAccepted = [], ...item } = Item.parse(JSON.parse(line))
    const { about, primary } = match(company, item)
    if (!about || !primary || (src !== undefined && SEEN_IN_TRAINING.test(src))) continue
    const { stated, first } = createClauseReader(company)(item)
    const answer = encode(createInputReader(company)(item))
    const right = [...(events ?? expect?.events ?? [expect?.event ?? null]), ...alsoAccepted]
    for (const [event, share] of answer.events)
      if (event !== null)
        console.log(
          JSON.stringify({
            share,
            evidence: stated.get(event) ?? null,
            isFirst: event === first,
            isAnother: first !== null && event !== first,
            isBare: !item.text,
            weight: src === undefined ? 1 : 2,
            isRight: right.includes(event),
          }),
        )
  }
