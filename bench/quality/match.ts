import { match } from '../../server/news/match/match.ts'
import { printMeasurement } from '../measure/measure.ts'
import { labelled, partOf } from './labelled.ts'

type Headline = {
  label: number
  kind: string
  name: string
  website: string
  one_liner: string | null
  description: string | null
  title: string
  hiring: boolean
}
type Passage = { name: string; website: string; one_liner: string | null; title: string; passage: string }
type CoreMention = { mention: string; context: string }
type News = { title: string; body: string; entities: { entity: string; spots: string[]; salient: number }[] }
type Outcome = { key: string; truth: boolean; ours: boolean; simple: boolean }

/** Nothing is trained on these sets, but the constants were set by hand with all rows in view. */
export function matchQuality(): void {
  headlines()
  passages()
  salience()
}

function headlines() {
  const rows = labelled<Headline>('disambig_hn').filter(({ hiring }) => !hiring)
  const scoresWith = (company: (row: Headline) => Parameters<typeof match>[0]) =>
    rows.map((row) => ({
      row,
      key: row.name,
      truth: row.label === 1,
      ours: match(company(row), { title: row.title }).about,
      simple: hasName(row.title, row.name),
    }))
  const full = scoresWith(({ name, website, one_liner, description }) => ({
    name,
    website,
    description: [one_liner, description].filter(Boolean).join('. '),
  }))
  report('match disambig_hn', full)
  report(
    'match disambig_hn dictionary words',
    full.filter(({ row }) => row.kind === 'dict'),
  )
  report(
    'match disambig_hn name and website',
    scoresWith(({ name, website }) => ({ name, website })),
  )
  report(
    'match disambig_hn name alone',
    scoresWith(({ name }) => ({ name })),
  )
}

function passages() {
  const rows = labelled<Passage>('disambig_articles_neg')
  const predicted = rows.filter(({ name, website, one_liner, title, passage }) => {
    const company = { name, website, description: one_liner }
    return match(company, { title, text: passage }).about
  })
  const simple = rows.filter(({ name, passage }) => hasName(passage, name))
  printMeasurement('match disambig_articles_neg false positives', predicted.length / rows.length, '(target ≤ 0.03)')
  printMeasurement('match disambig_articles_neg false positives, exact name', simple.length / rows.length, '')
  const core = labelled<CoreMention>('disambig_articles_neg', 'core_positives_dev')
  const found = core.filter(({ mention, context }) => match({ name: mention }, { title: '', text: context }).about)
  printMeasurement('match core_positives recall', found.length / core.length, '(target ≥ 0.80)')
}

function salience() {
  const outcomes = labelled<News>('salience_wikinews').flatMap(({ title, body, entities }) =>
    entities.map(({ entity, spots, salient }) => ({
      key: title,
      truth: salient === 1,
      ours: match({ name: entity, aliases: spots }, { title, text: body }).primary,
      simple: [entity, ...spots].some((name) => hasName(title.toLowerCase(), name.toLowerCase())),
    })),
  )
  report('match salience_wikinews primary', outcomes, 'in title')
}

function report(name: string, outcomes: Outcome[], simplest = 'exact name') {
  const ourScores = (some: Outcome[]) => scores(some.map(({ truth, ours: predicted }) => ({ truth, predicted })))
  const ours = ourScores(outcomes)
  const simple = scores(outcomes.map(({ truth, simple: predicted }) => ({ truth, predicted })))
  printMeasurement(`${name} F1`, ours.f1, '')
  printMeasurement(`${name} precision`, ours.precision, '')
  // Constants tuned on one half would be worse on the other.
  for (const half of [0, 1])
    printMeasurement(
      `${name} F1, half ${half + 1}`,
      ourScores(outcomes.filter(({ key }) => partOf(key, 2) === half)).f1,
      '',
    )
  printMeasurement(`${name} F1, ${simplest}`, simple.f1, '')
}

function scores(outcomes: { truth: boolean; predicted: boolean }[]) {
  const predicted = outcomes.filter((outcome) => outcome.predicted).length
  const right = outcomes.filter((outcome) => outcome.predicted && outcome.truth).length
  const true_ = outcomes.filter(({ truth }) => truth).length
  return { f1: (2 * right) / Math.max(1, predicted + true_), precision: right / Math.max(1, predicted) }
}

function hasName(text: string, name: string): boolean {
  const at = text.indexOf(name)
  if (at < 0) return false
  return !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(at + name.length))
}
