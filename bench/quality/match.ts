import { readCompany, type Company } from '../../server/news/match/company.ts'
import { matchProfile, type MatchResult } from '../../server/news/match/match.ts'
import { readItem, type Item } from '../../server/news/match/mentions.ts'
import type { Models } from '../../server/news/match/features.ts'
import { COMPANY_HEADLINES, NAMESAKE_PASSAGES, SALIENT_ENTITIES, trainingRows } from '../../tools/train/datasets.ts'
import { mentionExamples, type MatchExample } from '../../tools/train/match-examples.ts'
import { fitMatchModels, matchExamples } from '../../tools/train/match-model.ts'
import { datasetPath } from '../fixtures/datasets.ts'
import { printMeasurement } from '../measure/measure.ts'
import { partOf } from './labeled.ts'

const FOLDS = 10

type Outcome = { truth: boolean; ours: boolean; simple: boolean }
/** Matches with the models that were trained without the company (or, for salience, without the article). */
type Match = (name: string, company: Company, item: Item) => MatchResult

export function matchQuality(): void {
  const dataDir = datasetPath('match')
  if (dataDir === null) return
  const models = crossValidated(dataDir)
  const match: Match = (name, company, item) =>
    matchProfile(readCompany(company), readItem(item), models[partOf(name, FOLDS)])
  headlines(dataDir, match)
  passages(dataDir, match)
  salience(dataDir, match)
}

function crossValidated(dataDir: string): Models[] {
  const all = matchExamples(dataDir)
  return Array.from({ length: FOLDS }, (_, fold) => {
    const others = (set: MatchExample[]) => set.filter(({ name }) => partOf(name, FOLDS) !== fold)
    return fitMatchModels({
      headlines: others(all.headlines),
      passages: others(all.passages),
      trades: others(all.trades),
      salient: others(all.salient),
    })
  })
}

function headlines(dataDir: string, match: Match) {
  const rows = trainingRows(dataDir, COMPANY_HEADLINES).filter(({ hiring }) => !hiring)
  type Row = (typeof rows)[number]
  const described = ({ name, website, one_liner, description }: Row) => ({
    name,
    website,
    description: [one_liner, description].filter(Boolean).join('. '),
  })
  const outcomes = (some: Row[], company: (row: Row) => Company, text?: (row: Row) => string) =>
    some.map((row) => ({
      truth: row.label === 1,
      ours: match(row.name, company(row), { title: row.title, text: text?.(row) }).about,
      simple: hasName(row.title, row.name),
    }))
  report('match disambig_hn', outcomes(rows, described))
  report(
    'match disambig_hn dictionary words',
    outcomes(
      rows.filter(({ kind }) => kind === 'dict'),
      described,
    ),
  )
  report(
    'match disambig_hn name and website',
    outcomes(rows, ({ name, website }) => ({ name, website })),
  )
  report(
    'match disambig_hn name alone',
    outcomes(rows, ({ name }) => ({ name })),
  )
  report(
    'match disambig_hn repeated as text',
    outcomes(rows, described, ({ title }) => `${title}.`),
  )
}

function passages(dataDir: string, match: Match) {
  const rows = trainingRows(dataDir, NAMESAKE_PASSAGES)
  const wrong = (isDescribed: boolean) =>
    rows.filter(({ name, website, one_liner, title, passage }) => {
      const company = { name, website, description: isDescribed ? one_liner : null }
      return match(name, company, { title, text: passage }).about
    }).length / rows.length
  const simple = rows.filter(({ name, passage }) => hasName(passage, name))
  printMeasurement('match disambig_articles_neg false positives (target ≤ 0.02)', wrong(true), '')
  printMeasurement('match disambig_articles_neg false positives, no description (target ≤ 0.08)', wrong(false), '')
  printMeasurement('match disambig_articles_neg false positives, exact name', simple.length / rows.length, '')
  const core = mentionExamples(dataDir)
  for (const isDescribed of [false, true]) {
    const some = core.filter(({ company }) => Boolean(company.description) === isDescribed)
    const found = some.filter(({ name, company, item }) => match(name, company, item).about)
    const name = `match core_positives recall${isDescribed ? ', described' : ' (target ≥ 0.80)'}`
    printMeasurement(name, found.length / some.length, '')
  }
}

function salience(dataDir: string, match: Match) {
  const outcomes = trainingRows(dataDir, SALIENT_ENTITIES).flatMap(({ doc_id, title, body, entities }) =>
    entities.map(({ entity, spots, salient }) => ({
      truth: salient === 1,
      ours: match(String(doc_id), { name: entity, aliases: spots }, { title, text: body }).primary,
      simple: [entity, ...spots].some((name) => hasName(title.toLowerCase(), name.toLowerCase())),
    })),
  )
  report('match salience_wikinews primary', outcomes, 'in title')
}

function report(name: string, outcomes: Outcome[], simplest = 'exact name') {
  const ours = scores(outcomes.map(({ truth, ours: predicted }) => ({ truth, predicted })))
  const simple = scores(outcomes.map(({ truth, simple: predicted }) => ({ truth, predicted })))
  printMeasurement(`${name} F1`, ours.f1, '')
  printMeasurement(`${name} precision`, ours.precision, '')
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
