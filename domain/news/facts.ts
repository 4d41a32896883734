import { z } from 'zod'
import type { EventType } from '../taxonomy.ts'
import { AMOUNT_KINDS, factValue, PARTY_KINDS, PERSON_KINDS } from './fact-text.ts'

export const Amount = z.object({ currency: z.string(), value: z.number() })
export type Amount = z.infer<typeof Amount>

/** `reported` means by unnamed sources, or before the deal is done. */
export const Certainty = z.enum(['stated', 'reported'])
export type Certainty = z.infer<typeof Certainty>

/** What several say together: it is reported only if none of them states it. */
export const certaintyOf = (said: readonly Certainty[]): Certainty =>
  said.length > 0 && said.every((each) => each === 'reported') ? 'reported' : 'stated'

const AmountFact = z.object({ kind: z.enum(AMOUNT_KINDS), amount: Amount, certainty: Certainty })
const PartyFact = z.object({ kind: z.enum(PARTY_KINDS), name: z.string(), certainty: Certainty })
const PersonFact = z.object({ kind: z.enum(PERSON_KINDS), name: z.string(), role: z.string(), certainty: Certainty })
const RoundFact = z.object({ kind: z.literal('round'), name: z.string(), certainty: Certainty })
/** A share of the staff, such as "20%", or a number of people. */
const LayoffsFact = z.object({ kind: z.literal('layoffs'), size: z.string(), certainty: Certainty })

/** What an article states about one company. */
export const Fact = z.discriminatedUnion('kind', [AmountFact, PartyFact, PersonFact, RoundFact, LayoffsFact])
export type Fact = z.infer<typeof Fact>

/** What one article says about one company. `publishedAt` is an ISO timestamp. */
export type Statement = {
  articleId: number
  publishedAt: string
  facts: Fact[] | null
  /** Events that it denies, or reports as failed or called off. */
  denied: EventType[]
  /** Its headline says that it corrects an earlier report. */
  isCorrection?: boolean
}

export const KINDS_OF_EVENT: Partial<Record<EventType, readonly Fact['kind'][]>> = {
  acquisition: ['buyer', 'price', 'merger'],
  raise: ['raised', 'valuation', 'round', 'investor'],
  ipo: ['raised', 'valuation'],
  layoffs: ['layoffs'],
  departure: ['leaves'],
  legal: ['penalty'],
  purchase: ['bought', 'price'],
  results: ['revenue'],
  arrival: ['joins'],
  partnership: ['partner', 'customer'],
}

/** A round has one amount, but many investors. */
const HAS_ONE: ReadonlySet<Fact['kind']> = new Set([...AMOUNT_KINDS, 'round'])

/**
 * Combines what the articles of a story state. A newer denial retracts an older report. If articles disagree, the
 * majority wins; on a tie, the newest article wins because that's where corrections are.
 */
export function mergeFacts(statements: Statement[]): Fact[] | null {
  const newestFirst = statements.toSorted(byNewest)
  if (newestFirst.every(({ facts }) => facts === null)) return null
  const denied = new Set<Fact['kind']>()
  const believed: Fact[] = []
  const corrected = correctedIn(newestFirst)
  for (const { facts, denied: events, isCorrection } of newestFirst) {
    for (const event of events) for (const kind of KINDS_OF_EVENT[event] ?? []) denied.add(kind)
    believed.push(
      ...once(facts ?? []).filter((fact) => !denied.has(fact.kind) && (isCorrection || !isMistaken(fact, corrected))),
    )
  }
  const groups = Map.groupBy(believed, groupOf)
  return FACT_ORDER.flatMap((kind) =>
    [...groups.values()].filter((group) => group[0]?.kind === kind).toSorted((a, b) => b.length - a.length),
  )
    .flatMap(agreed)
    .filter((fact, at, all) => fact.kind !== 'buyer' || all.findIndex(({ kind }) => kind === 'buyer') === at)
    .filter((fact, _at, all) => !all.some((other) => isShortFor(fact, other)))
}

/** What the newest correction states; copies of the report that it corrects must not outvote it. */
const correctedIn = (newestFirst: Statement[]): ReadonlyMap<Fact['kind'], string> =>
  new Map(
    newestFirst
      .filter(({ isCorrection }) => isCorrection)
      .toReversed()
      .flatMap(({ facts }) =>
        (facts ?? []).filter(({ kind }) => HAS_ONE.has(kind)).map((fact) => [fact.kind, keyOf(fact)]),
      ),
  )

const isMistaken = (fact: Fact, corrected: ReadonlyMap<Fact['kind'], string>) =>
  corrected.has(fact.kind) && corrected.get(fact.kind) !== keyOf(fact)

/** "Fernhill" is short for "Fernhill Partners". */
const isShortFor = (fact: Fact, other: Fact) =>
  'name' in fact &&
  'name' in other &&
  fact.kind === other.kind &&
  other.name.toLowerCase().startsWith(`${fact.name.toLowerCase()} `)

/** An event didn't happen if a newer article of the story denies it. */
export function isDenied<Moment extends string | number>(
  event: EventType,
  { publishedAt }: { publishedAt: Moment },
  statements: readonly { publishedAt: Moment; denied: EventType[] }[],
): boolean {
  return statements.some((other) => other.publishedAt >= publishedAt && other.denied.includes(event))
}

const FACT_ORDER: readonly Fact['kind'][] = [...AMOUNT_KINDS, 'round', ...PARTY_KINDS, ...PERSON_KINDS, 'layoffs']

const byNewest = (a: Statement, b: Statement) =>
  a.publishedAt === b.publishedAt ? b.articleId - a.articleId : a.publishedAt < b.publishedAt ? 1 : -1

const keyOf = (fact: Fact) => `${fact.kind} ${factValue(fact).normalize('NFKC').trim().toLowerCase()}`

const once = (facts: Fact[]) =>
  [...new Map(facts.toReversed().map((fact) => [keyOf(fact), fact])).values()].toReversed()

/** Groups facts that are the same or can't both be true. A person is one person in every role. */
function groupOf(fact: Fact): string {
  if (HAS_ONE.has(fact.kind)) return fact.kind
  if (fact.kind === 'layoffs') return fact.size.endsWith('%') ? 'layoffs share' : 'layoffs number'
  return 'name' in fact ? fact.name.normalize('NFKC').trim().toLowerCase() : fact.kind
}

/**
 * Picks what most articles state; on a tie, the first fact, which is the newest. What was reported of the talks doesn't
 * outvote what came of them.
 */
function agreed(group: Fact[]): Fact[] {
  const settled = group.filter(({ certainty: each }) => each === 'stated')
  const same = [...Map.groupBy(settled.length > 0 ? settled : group, keyOf).values()]
  const most = Math.max(...same.map(({ length }) => length))
  return (same.find(({ length }) => length === most) ?? []).slice(0, 1)
}
