import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isSame, pressCases, verdictOn } from '../server/news/reading/cases/press-cases.ts'
import { filterLine } from '../server/news/engine/filters.ts'
import { freshNews, heldOutNews, markedNews, type LabeledItem, type QuotedFact } from './fixtures/held-out-news.ts'
import { printMeasurement } from './measure/measure.ts'

const Answer = z.object({
  event: z.string().nullable(),
  facts: z.array(z.object({ kind: z.string(), value: z.string() })),
})

/** An item with labels of two hands that agreed. */
const RealItem = z.object({
  src: z.string(),
  company: z.object({ name: z.string(), description: z.string().optional() }),
  title: z.string(),
  text: z.string(),
  role: z.enum(['subject', 'mention', 'other']),
  events: z.array(z.string().nullable()),
  alsoAccepted: z.array(z.string().nullable()),
})
/** Agencies, link lists and outlets: the encoder was trained on none of their items. */
const UNSEEN = new Set(['fin', 'hn', 'tc'])

const LEAST_RIGHT = { development: 0.94, 'held-out': 0.84 }

/** How often the event and the facts of a company are right, with the real matcher. */
export async function run(): Promise<void> {
  for (const half of ['development', 'held-out'] as const) {
    const cases = pressCases(half)
    const verdicts = cases.map((one) => {
      const { expect: _, ...input } = one
      const answer = Answer.parse(JSON.parse(filterLine('facts', JSON.stringify(input))))
      const verdict = verdictOn(one, answer)
      // Whoever reads the held-out half can no longer measure with it.
      if (half === 'development' && !verdict.isRight) console.log(`${one.id}  ${one.title}  ${JSON.stringify(answer)}`)
      return verdict
    })
    const rate = (is: (verdict: (typeof verdicts)[number]) => boolean) => verdicts.filter(is).length / verdicts.length
    const share = (is: Parameters<typeof rate>[0]) => rate(is).toFixed(3)
    console.log(
      `facts, ${half}: ${cases.length} articles, event ${share((one) => one.isEvent)}, complete ${share((one) => one.isComplete)}, nothing foreign ${share((one) => one.isClean)}, all of it ${share((one) => one.isRight)}`,
    )
    printMeasurement(
      `facts, ${half}: event (target ≥ ${LEAST_RIGHT[half]})`,
      rate((one) => one.isEvent),
      '',
    )
    printMeasurement(
      `facts, ${half}: nothing foreign (target ≥ 0.98)`,
      rate((one) => one.isClean),
      '',
    )
  }
  const { LABELED_DATA = '', PRESS_ARCHIVE = '' } = process.env
  measureItems('real items of outlets', outletItems(join(LABELED_DATA, 'reading', 'real-items.jsonl')))
  measureItems('held-out news', heldOutNews(LABELED_DATA, PRESS_ARCHIVE))
  for (const [name, items] of [
    ['marked news', markedNews(LABELED_DATA, PRESS_ARCHIVE)],
    ['fresh news', freshNews(LABELED_DATA, PRESS_ARCHIVE)],
  ] as const) {
    measureItems(name, items)
    measureFacts(name, items)
  }
}

/** Whether the facts that the product states are the ones that hands marked in the same title and text. */
function measureFacts(name: string, items: LabeledItem[]): void {
  if (items.length === 0) return
  const read = items.map(({ facts, company, title, text }) => ({
    stated: Answer.parse(JSON.parse(filterLine('facts', JSON.stringify({ company, title, text })))).facts,
    marked: [...(facts?.agreed ?? []), ...(facts?.disputed ?? [])],
  }))
  const isMarked = (fact: StatedFact, among: QuotedFact[]) => among.some((one) => isSameFact(fact, one))
  const stated = read.flatMap(({ stated: facts, marked }) => facts.map((fact) => isMarked(fact, marked)))
  const wanted = read.flatMap(({ stated: facts, marked }) =>
    marked.map((one) => facts.some((fact) => isSameFact(fact, one))),
  )
  const right = stated.filter(Boolean).length / stated.length
  console.log(`facts, ${name}: ${stated.length} stated, ${wanted.filter(Boolean).length} of ${wanted.length} found`)
  printMeasurement(`facts, ${name}: stated facts that are right (target ≥ ${LEAST_MARKED})`, right, '')
}

type StatedFact = z.infer<typeof Answer>['facts'][number]
const LEAST_MARKED = 0.95
/** A customer is a partner too, and a merger has no buyer that everybody agrees on. */
const ALIKE = [new Set(['partner', 'customer']), new Set(['buyer', 'bought', 'merger'])]

const isSameFact = ({ kind, value }: StatedFact, marked: QuotedFact) =>
  (kind === marked.kind || ALIKE.some((kinds) => kinds.has(kind) && kinds.has(marked.kind))) &&
  isSame(kind === 'joins' || kind === 'leaves' ? (value.split(',')[0] ?? '') : value, marked.quote)

const outletItems = (file: string): LabeledItem[] =>
  (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
    .map((line) => RealItem.parse(JSON.parse(line)))
    .filter(({ src }) => UNSEEN.has(src))
    .map(({ events, alsoAccepted, ...item }) => ({ ...item, events: [...events, ...alsoAccepted] }))

function measureItems(name: string, items: LabeledItem[]): void {
  if (items.length === 0) return console.log(`facts, ${name}: skipped, LABELED_DATA names no folder that has them`)
  const started = process.cpuUsage()
  const read = items.map(({ events, role, ...input }) => {
    const { event } = Answer.parse(JSON.parse(filterLine('facts', JSON.stringify(input))))
    return { event, role, isNothing: events[0] === null, isRight: events.includes(event) }
  })
  const { user, system } = process.cpuUsage(started)
  const share = (of: typeof read, is: (one: (typeof read)[number]) => boolean) =>
    (of.filter(is).length / of.length).toFixed(3)
  const stated = read.filter(({ event }) => event !== null)
  const happened = read.filter(({ isNothing }) => !isNothing)
  const quiet = read.filter(({ isNothing }) => isNothing)
  const others = read.filter(({ role }) => role !== 'subject')
  console.log(
    `facts, ${name}: ${items.length}, event ${share(read, (one) => one.isRight)}, right of ${stated.length} stated ${share(stated, (one) => one.isRight)}, found ${share(happened, (one) => one.isRight)}, silent where nothing happened ${share(quiet, (one) => one.event === null)}, silent about mentions and namesakes ${share(others, (one) => one.event === null)}, CPU ${((user + system) / 1000 / items.length).toFixed(1)} ms each`,
  )
}
