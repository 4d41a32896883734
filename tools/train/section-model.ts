import { readFileSync } from 'node:fs'
import { BUCKETS, featuresOf, type Features } from '../../server/curate/classify/features.ts'
import { COLUMNS, HEADLINES, PROSE, type Model } from '../../server/curate/classify/model.ts'
import { fitLinear } from './linear.ts'

const DATA = new URL('../../../shared/data/', import.meta.url)
const FEWEST_TEXTS = 2
/** The strongest weights of a column; the rest change next to nothing and would make the file large. */
const MOST_WEIGHTS = 20_000
const LARGEST = 127

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
  const fit = (
    column: number,
    texts: Labelled[],
    isOne: (text: Labelled) => boolean,
    rarity: Float64Array,
  ) => {
    const examples = texts.map((text) => ({
      rows: text.features.rows,
      values: text.features.values.map((value, at) => value * (rarity[text.features.rows[at] ?? 0] ?? 0)),
      is: isOne(text) ? (1 as const) : (-1 as const),
    }))
    const { weights, bias } = fitLinear(examples, BUCKETS)
    setColumn(
      model,
      column,
      weights.map((weight, row) => weight * (rarity[row] ?? 0)),
      bias,
    )
  }
  const [inProse, inHeadlines, inBoth] = [prose, headline, [...prose, ...headline]].map(raritiesIn)
  if (!inProse || !inHeadlines || !inBoth) throw new Error('no texts')
  PROSE.forEach(([kind], index) => fit(index, prose, (text) => text.kind === kind, inProse))
  HEADLINES.forEach(([kind], index) => {
    fit(PROSE.length + index, headline, (text) => text.kind === kind, inHeadlines)
  })
  const ofProse = new Set(prose)
  fit(COLUMNS - 1, [...prose, ...headline], (text) => ofProse.has(text), inBoth)
  return model
}

/** Rare features tell more; those of a single text tell only that text. */
function raritiesIn(texts: Labelled[]): Float64Array {
  const counts = new Float64Array(BUCKETS)
  for (const { features } of texts) for (const row of features.rows) counts[row] = (counts[row] ?? 0) + 1
  return counts.map((count) => (count < FEWEST_TEXTS ? 0 : Math.sqrt(Math.log(texts.length / count)) / 2))
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
