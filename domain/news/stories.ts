import { z } from 'zod'
import { EVENT_TYPES, SECTIONS } from '../taxonomy.ts'

export const Amount = z.object({ currency: z.string(), value: z.number() })
export type Amount = z.infer<typeof Amount>

export const Move = z.object({ name: z.string(), role: z.string(), change: z.enum(['joins', 'leaves']) })
export type Move = z.infer<typeof Move>

export const RELATIONS = ['partner', 'buyer', 'bought', 'merger', 'customer'] as const
export type Relation = (typeof RELATIONS)[number]

export const Deal = z.object({ name: z.string(), relation: z.enum(RELATIONS) })
export type Deal = z.infer<typeof Deal>

export const Facts = z.object({
  raised: Amount.nullable(),
  valuation: Amount.nullable(),
  round: z.string().nullable(),
  investors: z.array(z.string()),
  moves: z.array(Move),
  counterparties: z.array(z.string()),
  /** Missing in articles that were classified before deals existed. */
  deals: z.array(Deal).optional(),
})
export type Facts = z.infer<typeof Facts>

export const StoryArticle = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  publisher: z.string().nullable(),
  publishedAt: z.string(),
  precision: z.enum(['second', 'day', 'none']),
  kind: z.string(),
  source: z.string(),
})
export type StoryArticle = z.infer<typeof StoryArticle>

/** The earliest article comes first. */
export const Story = z.object({
  id: z.number(),
  title: z.string(),
  publishedAt: z.string(),
  section: z.enum(SECTIONS).nullable(),
  eventType: z.enum(EVENT_TYPES),
  /** How much it matters to a shareholder, 0–1. */
  weight: z.number(),
  direction: z.enum(['up', 'down']).nullable(),
  extractedFacts: Facts.nullable(),
  /** About the company, not only mentioning it. */
  isPrimary: z.boolean(),
  evidence: z.array(z.string()),
  articles: z.array(StoryArticle),
})
export type Story = z.infer<typeof Story>

/** `publishedAt` in ISO form. */
export type Statement = { articleId: number; publishedAt: string; facts: Facts | null }

/**
 * Where articles disagree, what most of them state wins; on a tie the newest article, because that is where corrections
 * are.
 */
export function mergeFacts(statements: Statement[]): Facts | null {
  const newestFirst = statements
    .toSorted((a, b) =>
      a.publishedAt === b.publishedAt ? b.articleId - a.articleId : a.publishedAt < b.publishedAt ? 1 : -1,
    )
    .flatMap(({ facts }) => facts ?? [])
  if (newestFirst.length === 0) return null
  const agreed = <Value>(pick: (facts: Facts) => Value | null, keyOf: (value: Value) => string) =>
    mostFrequent(
      newestFirst.flatMap((facts) => pick(facts) ?? []),
      keyOf,
    )
  const all = <Value>(pick: (facts: Facts) => Value[]) => newestFirst.map((facts) => pick(facts))
  const deals = newestFirst.flatMap((facts) => (facts.deals ? [facts.deals] : []))
  return {
    raised: agreed(({ raised }) => raised, amountKey),
    valuation: agreed(({ valuation }) => valuation, amountKey),
    round: agreed(({ round }) => round, nameKey),
    investors: union(
      all(({ investors }) => investors),
      nameKey,
    ),
    moves: union(
      all(({ moves }) => moves),
      ({ name, role }) => `${nameKey(name)}\n${nameKey(role)}`,
      ({ change }) => change,
    ),
    counterparties: union(
      all(({ counterparties }) => counterparties),
      nameKey,
    ),
    ...(deals.length > 0 && {
      deals: union(
        deals,
        ({ name }) => nameKey(name),
        ({ relation }) => relation,
      ),
    }),
  }
}

/** On a tie the first, which is the newest. */
function mostFrequent<Value>(values: Value[], keyOf: (value: Value) => string): Value | null {
  const groups = [...Map.groupBy(values, keyOf).values()]
  const highest = Math.max(0, ...groups.map((group) => group.length))
  return groups.find((group) => group.length === highest)?.[0] ?? null
}

function union<Value>(
  lists: Value[][],
  keyOf: (value: Value) => string,
  stanceOf: (value: Value) => string = () => '',
): Value[] {
  const isSame = (a: Value, b: Value) => keyOf(a) === keyOf(b) && stanceOf(a) === stanceOf(b)
  const once = lists.flatMap((list) =>
    list.filter((value, at) => list.findIndex((other) => isSame(other, value)) === at),
  )
  return [...Map.groupBy(once, keyOf).values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((group) => mostFrequent(group, stanceOf) ?? [])
}

const amountKey = ({ currency, value }: Amount) => `${currency} ${value}`
const nameKey = (name: string) => name.normalize('NFKC').trim().toLowerCase()
