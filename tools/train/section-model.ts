import { BUCKETS, featuresOf, type Features } from '../../server/news/classify/features.ts'
import { COLUMNS, HEADLINES, PROSE, RELEASES, type Model } from '../../server/news/classify/model.ts'
import { COMPANY_RELATIONS, FINANCE_HEADLINES, PRESS_RELEASES, trainingRows } from './datasets.ts'
import { sectionOfTitle } from './section-titles.ts'
import { fitLinear } from './linear.ts'
import { z } from 'zod'

const FEWEST_TEXTS = 2
/** Per column. Smaller weights hardly change the result and would make the file large. */
const MOST_WEIGHTS = 20_000
const LARGEST_QUANTIZED = 127
/** There are few passages, and their labels are noisier than the headlines'. */
const PROSE_COST = 0.25
const GATE_COST = 2

/** In an evaluation, texts with the same key belong in the same fold. */
export type Labeled = { kind: string; section: string; text: string; key: string; features: Features }

/** Wikipedia passages about companies. Passages without a relation are no use as examples. */
export function prosePassages(dataDir: string): Labeled[] {
  return trainingRows(dataDir, COMPANY_RELATIONS)
    .filter(({ relation }) => relation !== 'undefined')
    .map(({ text, relation, section, e1 }) => ({
      kind: relation,
      section,
      text,
      key: e1,
      features: featuresOf(text),
    }))
}

export function headlines(dataDir: string): Labeled[] {
  return trainingRows(dataDir, FINANCE_HEADLINES).map(({ clean, label_name, section }) => {
    return { kind: label_name, section, text: clean, key: clean, features: featuresOf(clean) }
  })
}

const TITLED_RELEASES = { ...PRESS_RELEASES, row: z.object({ id: z.string(), title: z.string(), text: z.string() }) }
const UNKNOWN = 'unknown'

/** Labeled by title but trained on the text, so that the model doesn't just learn the words that set the label. */
export function releases(dataDir: string): Labeled[] {
  return trainingRows(dataDir, TITLED_RELEASES).map(({ id, title, text }) => {
    const section = sectionOfTitle(title) ?? UNKNOWN
    return { kind: section, section, text, key: id, features: featuresOf(text) }
  })
}

export type LabeledSets = { prose: Labeled[]; headlines: Labeled[]; releases: Labeled[] }

/** One linear model per kind of passage, headline and release, plus gates that tell the three apart; 8-bit weights. */
export function fitSectionModel({ prose, headlines: headline, releases: release }: LabeledSets): Model {
  const model: Model = {
    biases: new Float32Array(COLUMNS),
    steps: new Float32Array(COLUMNS),
    table: new Int8Array(BUCKETS * COLUMNS),
  }
  const fit = (
    column: number,
    { texts, idf }: WeightedTexts,
    isPositive: (text: Labeled) => boolean,
    cost?: number,
  ) => {
    const examples = texts.map(({ text, rows, values }) => ({
      rows,
      values,
      is: isPositive(text) ? (1 as const) : (-1 as const),
    }))
    const { weights, bias } = fitLinear(examples, BUCKETS, cost)
    setColumn(
      model,
      column,
      weights.map((weight, row) => weight * (idf[row] ?? 0)),
      bias,
    )
  }
  const weightedProse = weighByIdf(prose)
  const weightedHeadlines = weighByIdf(headline)
  PROSE.forEach(([kind], index) => fit(index, weightedProse, (text) => text.kind === kind, PROSE_COST))
  HEADLINES.forEach(([kind], index) => fit(PROSE.length + index, weightedHeadlines, (text) => text.kind === kind))
  const named = weighByIdf(release.filter(({ kind }) => kind !== UNKNOWN))
  const firstRelease = PROSE.length + HEADLINES.length
  RELEASES.forEach((section, index) => fit(firstRelease + index, named, ({ kind }) => kind === section, PROSE_COST))
  const isProse = new Set(prose)
  const isRelease = new Set(release)
  fit(COLUMNS - 2, weighByIdf([...prose, ...headline, ...release]), (text) => isRelease.has(text), GATE_COST)
  fit(COLUMNS - 1, weighByIdf([...prose, ...headline]), (text) => isProse.has(text), GATE_COST)
  return model
}

type WeightedTexts = {
  texts: { text: Labeled; rows: Int32Array; values: Float32Array }[]
  idf: Float64Array
}

function weighByIdf(texts: Labeled[]): WeightedTexts {
  const idf = idfOf(texts)
  const isKept = (row: number | undefined) => (idf[row ?? 0] ?? 0) > 0
  const weighted = texts.map((text) => {
    const rows = text.features.rows.filter(isKept)
    const values = text.features.values.filter((_, at) => isKept(text.features.rows[at]))
    return { text, rows, values: values.map((value, at) => value * (idf[rows[at] ?? 0] ?? 0)) }
  })
  return { texts: weighted, idf }
}

/** Dampened inverse document frequency; a feature that occurs in only one text would just memorize that text. */
function idfOf(texts: Labeled[]): Float64Array {
  const counts = new Float64Array(BUCKETS)
  for (const { features } of texts) for (const row of features.rows) counts[row] = (counts[row] ?? 0) + 1
  return counts.map((count) => (count < FEWEST_TEXTS ? 0 : Math.sqrt(Math.log(texts.length / count)) / 2))
}

function setColumn(model: Model, column: number, weights: Float64Array, bias: number): void {
  const sizes = weights.map(Math.abs).sort().toReversed()
  const step = (sizes[0] ?? 0) / LARGEST_QUANTIZED
  const smallest = Math.max(step / 2, sizes[MOST_WEIGHTS] ?? 0)
  model.biases[column] = bias
  model.steps[column] = step
  weights.forEach((weight, row) => {
    if (Math.abs(weight) > smallest) model.table[row * COLUMNS + column] = Math.round(weight / step)
  })
}
