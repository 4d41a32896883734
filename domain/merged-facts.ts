import type { Amount, Facts } from './story-facts.ts'

/** What one article of a story states; `publishedAt` in ISO form. */
export type Statement = { articleId: number; publishedAt: string; facts: Facts | null }

/**
 * What the articles of a story state together. A fact that any of them states counts. Where they disagree, what most
 * of them state wins; of several with equally many, what the newest article states, which is where corrections stand.
 */
export function mergedFacts(statements: Statement[]): Facts | null {
  const newestFirst = statements
    .toSorted((a, b) =>
      a.publishedAt === b.publishedAt ? b.articleId - a.articleId : a.publishedAt < b.publishedAt ? 1 : -1,
    )
    .flatMap(({ facts }) => facts ?? [])
  if (newestFirst.length === 0) return null
  const agreed = <Value>(pick: (facts: Facts) => Value | null, keyOf: (value: Value) => string) =>
    mostStated(
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

/** The value that was stated most often; among equals the first, which is the newest. */
function mostStated<Value>(values: Value[], keyOf: (value: Value) => string): Value | null {
  const groups = [...Map.groupBy(values, keyOf).values()]
  const most = Math.max(0, ...groups.map((group) => group.length))
  return groups.find((group) => group.length === most)?.[0] ?? null
}

/** Everything that any list names, what most of them name first; where they disagree about one, as most of them state it. */
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
    .flatMap((group) => mostStated(group, stanceOf) ?? [])
}

const amountKey = ({ currency, value }: Amount) => `${currency} ${value}`
const nameKey = (name: string) => name.normalize('NFKC').trim().toLowerCase()
