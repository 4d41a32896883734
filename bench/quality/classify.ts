import { classify } from '../../server/news/classify/classify.ts'
import { SECTIONS } from '#domain/taxonomy.ts'
import type { Model } from '../../server/news/classify/model.ts'
import { fitSectionModel, headlines, prosePassages, releases, type Labeled } from '../../tools/train/section-model.ts'
import { DATA_DIR } from '../fixtures/datasets.ts'
import { printMeasurement } from '../measure/measure.ts'
import { labeled, partOf } from './labeled.ts'
import { fitWordBaseline } from './word-baseline.ts'

const FOLDS = 5
const NONE = 'none'
/** Labels that the dataset leaves open between sections; any of these counts as correct. */
const OPEN = new Map([
  ['Company (T/P/B mixed)', ['Technology & Innovation', 'Partnerships & Alliances', 'Business']],
  ['M&A | Investments (B/F mixed)', ['Business', 'Financial Updates']],
])

type Prediction = { key: string; truth: string; ours: string; simple: string }
type Release = { id: string; title: string; text: string }
type Sentence = { doc_id: string; text: string; sections: string[] }

export function classifyQuality(folds = FOLDS): void {
  if (labeled('section_core').length === 0) return
  const [prose, headline, release] = [prosePassages(DATA_DIR), headlines(DATA_DIR), releases(DATA_DIR)]
  const articles = labeled<Release>('articles_pr')
  const sections: { article: Release; section: string | null }[] = []
  const predictions: Record<'core' | 'tfnt' | 'open', Prediction[]> = { core: [], tfnt: [], open: [] }
  for (let fold = 0; fold < folds; fold += 1) {
    const isHere = ({ key }: Labeled) => partOf(key, FOLDS) === fold
    const others = (set: Labeled[]) => set.filter((text) => !isHere(text))
    const [otherProse, otherHeadlines] = [others(prose), others(headline)]
    const model = fitSectionModel({ prose: otherProse, headlines: otherHeadlines, releases: others(release) })
    for (const article of articles)
      if (partOf(article.id, FOLDS) === fold) sections.push({ article, section: classify(article, model).section })
    const closed = otherHeadlines.filter(({ section }) => !OPEN.has(section))
    predictions.core.push(...predict(prose.filter(isHere), model, otherProse))
    predictions.tfnt.push(
      ...predict(
        headline.filter((text) => isHere(text) && !OPEN.has(text.section)),
        model,
        closed,
      ),
    )
    predictions.open.push(...predict(headline.filter(isHere), model, otherHeadlines))
  }
  printScores('section_core', predictions.core)
  printScores('section_tfnt', predictions.tfnt)
  printScores('section_tfnt with mixed kinds', predictions.open)
  printPartnerships(sections)
  severalSections()
}

const PARTNERSHIP =
  /\b(?:partner|allianc|collaborat|cooperat|joint|join(?:s|ed|ing)? forces|team(?:s|ed|ing)? up|agreement|contract|deals?\b|memorandum|mou\b|pact\b)/i

/** Press releases that can't be classified tend to end up in a single section, which used to be "Partnerships". */
function printPartnerships(sections: { article: Release; section: string | null }[]): void {
  const named = sections.filter(({ section }) => section === 'Partnerships & Alliances')
  const without = named.filter(({ article }) => !PARTNERSHIP.test(`${article.title} ${article.text}`))
  const share = (part: unknown[], whole: unknown[]) => (100 * part.length) / Math.max(1, whole.length)
  printMeasurement('articles_pr Partnerships & Alliances', share(named, sections), '%')
  printMeasurement('articles_pr of these without a word of partnership (target ≤ 3)', share(without, named), '%')
}

function predict(texts: Labeled[], model: Model, others: Labeled[]): Prediction[] {
  const simple = fitWordBaseline(others.map(({ text, section }) => ({ text, labels: [named(section)] })))
  return texts.map(({ text, section, key }) => {
    const truth = named(section)
    const ours = classify({ text }, model).section ?? NONE
    return { key, truth, ours: OPEN.get(section)?.includes(ours) ? truth : ours, simple: simple.best(text) }
  })
}

/** The thresholds were tuned on both halves, so an unseen dataset would be a fairer test. */
function severalSections(): void {
  const rows = labeled<Sentence>('section_sentivent')
  const isChosen = ({ doc_id }: Sentence) => partOf(doc_id, 2) === 0
  const labelsOf = ({ sections }: Sentence) => sections.map(named)
  const simple = fitWordBaseline(rows.filter(isChosen).map((row) => ({ text: row.text, labels: labelsOf(row) })))
  const measured = rows.filter((row) => !isChosen(row))
  const ours = measured.map(({ text }): string[] => classify({ text }).sections)
  const theirs = measured.map(({ text }) => simple.all(text))
  const truths = measured.map(labelsOf)
  printMeasurement('section_sentivent macro F1', macro(SECTIONS, truths, ours), '')
  printMeasurement('section_sentivent macro F1, words trained on its other half', macro(SECTIONS, truths, theirs), '')
}

function printScores(name: string, predictions: Prediction[]): void {
  const of = (some: Prediction[], said: (one: Prediction) => string) =>
    macro(
      [...new Set(predictions.map(({ truth }) => truth))],
      some.map(({ truth }) => [truth]),
      some.map((one) => [said(one)]),
    )
  printMeasurement(
    `${name} macro F1`,
    of(predictions, ({ ours }) => ours),
    '',
  )
  for (const half of [0, 1]) {
    const some = predictions.filter(({ key }) => partOf(key, 2) === half)
    printMeasurement(
      `${name} macro F1, half ${half + 1}`,
      of(some, ({ ours }) => ours),
      '',
    )
  }
  printMeasurement(
    `${name} macro F1, TF-IDF and linear`,
    of(predictions, ({ simple }) => simple),
    '',
  )
}

function macro(labels: readonly string[], truths: string[][], said: string[][]): number {
  const scores = labels.map((label) => {
    let [right, either] = [0, 0]
    truths.forEach((truth, index) => {
      const [is, isSaid] = [truth.includes(label), said[index]?.includes(label) ?? false]
      if (is && isSaid) right += 1
      either += Number(is) + Number(isSaid)
    })
    return either === 0 ? 0 : (2 * right) / either
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

const named = (section: string) =>
  section === 'Not company news' ? NONE : section.replace('Funding / Financial', 'Financial')
