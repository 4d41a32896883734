import { readFileSync } from 'node:fs'
import { BUCKETS, featuresOf, type Features } from '../../server/news/classify/features.ts'
import { COLUMNS, HEADLINES, PROSE, type Model } from '../../server/news/classify/model.ts'
import { fitLinear } from './linear.ts'

const DATA = new URL('../../../shared/data/', import.meta.url)
const FEWEST_TEXTS = 2
/** The strongest weights of a column; the rest change next to nothing and would make the file large. */
const MOST_WEIGHTS = 20_000
const LARGEST = 127
/** Of passages there are few, and their labels are less sure; what they are is plain. */
const PROSE_COST = 0.25
const GATE_COST = 2

/** A labelled text: its kind, the section its README maps it to, and a key that is alike for texts that must not be parted. */
export type Labelled = { kind: string; section: string; text: string; key: string; features: Features }

type CoreRow = { text: string; relation: string; section: string; e1: string }
type TopicRow = { clean: string; label_name: string; section: string }

/** Passages about companies (section_core, CC BY 4.0); those without a relation teach nothing. */
export function prosePassages(): Labelled[] {
  return rowsOf<CoreRow>('section_core')
    .filter(({ relation }) => relation !== 'undefined')
    .map(({ text, relation, section, e1 }) => ({
      kind: relation,
      section,
      text,
      key: e1,
      features: featuresOf(text),
    }))
}

/** Headlines of finance news (section_tfnt, MIT). */
export function headlines(): Labelled[] {
  return rowsOf<TopicRow>('section_tfnt').map(({ clean, label_name, section }) => {
    return { kind: label_name, section, text: clean, key: clean, features: featuresOf(clean) }
  })
}

/** Both experts and what tells their texts apart, in small whole numbers. */
export function fitSectionModel(prose: Labelled[], headline: Labelled[]): Model {
  const model: Model = {
    biases: new Float32Array(COLUMNS),
    steps: new Float32Array(COLUMNS),
    table: new Int8Array(BUCKETS * COLUMNS),
  }
  const fit = (column: number, texts: FeatureRows[], isOne: (text: Labelled) => boolean, cost?: number) => {
    const examples = texts.map(({ of, rows, values }) => ({
      rows,
      values,
      is: isOne(of) ? (1 as const) : (-1 as const),
    }))
    const { weights, bias } = fitLinear(examples, BUCKETS, cost)
    const rarity = texts[0]?.rarity
    setColumn(
      model,
      column,
      weights.map((weight, row) => weight * (rarity?.[row] ?? 0)),
      bias,
    )
  }
  const [inProse, inHeadlines, inBoth] = [prose, headline, [...prose, ...headline]].map(featureRowsIn)
  if (!inProse || !inHeadlines || !inBoth) throw new Error('no texts')
  PROSE.forEach(([kind], index) => fit(index, inProse, (text) => text.kind === kind, PROSE_COST))
  HEADLINES.forEach(([kind], index) => fit(PROSE.length + index, inHeadlines, (text) => text.kind === kind))
  const ofProse = new Set(prose)
  fit(COLUMNS - 1, inBoth, (text) => ofProse.has(text), GATE_COST)
  return model
}

/** Rare features tell more; those of a single text tell only that text. */
function raritiesIn(texts: Labelled[]): Float64Array {
  const counts = new Float64Array(BUCKETS)
  for (const { features } of texts) for (const row of features.rows) counts[row] = (counts[row] ?? 0) + 1
  return counts.map((count) => (count < FEWEST_TEXTS ? 0 : Math.sqrt(Math.log(texts.length / count)) / 2))
}

/** A text with only those of its features that tell something among the others, each as much as it tells. */
type FeatureRows = { of: Labelled; rows: Int32Array; values: Float32Array; rarity: Float64Array }

function featureRowsIn(texts: Labelled[]): FeatureRows[] {
  const rarity = raritiesIn(texts)
  const isDistinctive = (row: number | undefined) => (rarity[row ?? 0] ?? 0) > 0
  return texts.map((of) => {
    const rows = of.features.rows.filter(isDistinctive)
    const values = of.features.values.filter((_, at) => isDistinctive(of.features.rows[at]))
    return { of, rows, values: values.map((value, at) => value * (rarity[rows[at] ?? 0] ?? 0)), rarity }
  })
}

function setColumn(model: Model, column: number, weights: Float64Array, bias: number): void {
  const sizes = weights.map(Math.abs).sort().toReversed()
  const step = (sizes[0] ?? 0) / LARGEST
  const smallest = Math.max(step / 2, sizes[MOST_WEIGHTS] ?? 0)
  model.biases[column] = bias
  model.steps[column] = step
  weights.forEach((weight, row) => {
    if (Math.abs(weight) > smallest) model.table[row * COLUMNS + column] = Math.round(weight / step)
  })
}

function rowsOf<Row>(set: string): Row[] {
  const lines = readFileSync(new URL(`${set}/dev.jsonl`, DATA), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}
