import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { CERTAINTIES, EVENTS, ROLES } from '../../../server/news/reading/encoder/encoder.ts'
import { createInputReader } from '../../../server/news/reading/encoder/input.ts'

// npx node tools/train/reader/rows.ts OUT.jsonl GROUP=FILE.jsonl …
// Turns labeled items of all kinds into what the encoder reads, with numbers for their labels.

const Fact = z.object({ kind: z.string(), value: z.string(), certainty: z.string().optional() })
const Labeled = z.object({
  id: z.string().optional(),
  src: z.string().optional(),
  company: z.object({ name: z.string(), description: z.string().nullish(), website: z.string().nullish() }),
  title: z.string().nullish(),
  text: z.string().nullish(),
  publisher: z.string().nullish(),
  role: z.string().optional(),
  events: z.array(z.string().nullable()).optional(),
  alsoAccepted: z.array(z.string().nullable()).optional(),
  event: z.string().nullish(),
  certainty: z.string().nullish(),
  reported: z.boolean().optional(),
  /** Quoted from title or text; a missing list means that nobody marked them. */
  facts: z.array(z.tuple([z.string(), z.string()]).rest(z.string())).optional(),
  gold: z.object({ event: z.string().nullable(), certainty: z.string().nullish() }).optional(),
  expect: z
    .object({
      about: z.boolean().optional(),
      primary: z.boolean().optional(),
      event: z.string().nullish(),
      events: z.array(z.string().nullable()).optional(),
      facts: z.array(Fact).optional(),
      must: z.array(Fact).optional(),
    })
    .optional(),
})
type Labeled = z.infer<typeof Labeled>

/** An article as several of the companies in it see it. */
const Article = z.object({
  title: z.string(),
  text: z.string().optional(),
  publisher: z.string().optional(),
  views: z.array(
    z.object({
      name: z.string(),
      description: z.string().optional(),
      role: z.enum(['s', 'm', 'o']),
      events: z.array(z.string()),
      certainty: z.string(),
      facts: z.array(z.tuple([z.string(), z.string()]).rest(z.string())),
    }),
  ),
})
const WRITTEN_ROLES = { s: 'subject', m: 'mention', o: 'other' }
const WRITTEN_CERTAINTIES: Record<string, string> = { '+': 'stated', '?': 'reported', x: 'denied' }

const itemsOf = ({ views, ...article }: z.infer<typeof Article>): Labeled[] =>
  views.map(({ name, description, role, events, certainty, facts }) => ({
    ...article,
    company: { name, description },
    role: WRITTEN_ROLES[role],
    events: events.map((event) => (event === '-' ? null : event)),
    certainty: WRITTEN_CERTAINTIES[certainty],
    facts,
  }))

/** Texts of agencies and outlets may be read to measure, never to train what ships. */
const NOT_FREE = new Set(['fin', 'hn', 'tc'])
const UNKNOWN = -100

const indexIn = (list: readonly unknown[], value: unknown) => list.indexOf(value)

function eventsOf({ events, alsoAccepted, gold, expect, event }: Labeled): (string | null)[] {
  const [first = null, ...rest] = events ?? (gold ? [gold.event] : (expect?.events ?? [expect?.event ?? event ?? null]))
  return [first, ...rest, ...(alsoAccepted ?? [])]
}

function roleOf({ role, expect, events, event }: Labeled): number {
  if (role !== undefined) return indexIn(ROLES, role)
  if (expect?.about === false) return ROLES.indexOf('other')
  if (expect?.primary !== undefined) return ROLES.indexOf(expect.primary ? 'subject' : 'mention')
  return (events ?? expect?.events ?? [event ?? null])[0] === null ? UNKNOWN : ROLES.indexOf('subject')
}

function certaintyOf({ certainty, gold, reported, expect, event }: Labeled): number {
  const facts = expect?.facts ?? expect?.must ?? []
  const ofFacts = facts.filter((fact) => fact.certainty === 'reported').length * 2 > facts.length
  const written =
    certainty ??
    gold?.certainty ??
    (event && reported !== undefined ? (reported ? 'reported' : 'stated') : undefined) ??
    (facts.some((fact) => fact.certainty) ? (ofFacts ? 'reported' : 'stated') : undefined)
  return written === undefined ? UNKNOWN : indexIn(CERTAINTIES, written)
}

function rowOf(group: string, item: Labeled, at: number) {
  const { title, text, publisher, company } = item
  return {
    id: item.id ?? `${group}-${at}`,
    group,
    free: !NOT_FREE.has(item.src ?? ''),
    events: eventsOf(item).map((event) => indexIn(EVENTS, event)),
    role: roleOf(item),
    certainty: certaintyOf(item),
    facts: item.facts?.map(([kind, quote]) => [kind, quote]) ?? (eventsOf(item)[0] === null ? [] : null),
    ...createInputReader(company)({ title: title ?? '', text: text ?? '', publisher: publisher ?? '' }),
  }
}

const OTHER_SIDE: Record<string, string | null> = {
  buyer: 'purchase',
  bought: 'acquisition',
  partner: 'partnership',
  customer: 'partnership',
  investor: null,
}

/** The same news told of the other company. */
function otherSides(group: string, item: Labeled): Labeled[] {
  if (group !== 'case') return []
  return (item.expect?.facts ?? item.expect?.must ?? [])
    .filter(({ kind, value }) => kind in OTHER_SIDE && value.length > 3 && (item.title ?? '').includes(value))
    .map(({ kind, value }) => ({
      company: { name: value },
      title: item.title,
      text: item.text,
      publisher: item.publisher,
      events: [OTHER_SIDE[kind] ?? null],
    }))
}

const isArticle = (parsed: unknown) => typeof parsed === 'object' && parsed !== null && 'views' in parsed

const [out = '', ...inputs] = process.argv.slice(2)
const rows = inputs.flatMap((input) => {
  const [group = '', file = ''] = input.split('=')
  const items = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line): Labeled[] => {
      const parsed: unknown = JSON.parse(line)
      return isArticle(parsed) ? itemsOf(Article.parse(parsed)) : [Labeled.parse(parsed)]
    })
    .filter(({ title }) => title)
  return [
    ...items.map((item, at) => rowOf(group, item, at)),
    ...items.flatMap((item) => otherSides(group, item)).map((item, at) => rowOf('other-side', item, at)),
  ]
})
writeFileSync(out, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
process.stdout.write(`${rows.length} rows\n`)
