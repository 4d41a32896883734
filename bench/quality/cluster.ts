import { cluster, type ClusterItem } from '../../server/news/cluster/cluster.ts'
import { printMeasurement } from '../measure/measure.ts'
import { labeled } from './labeled.ts'
import { plainStories } from './plain-stories.ts'

type Row = { id: string; story_id: string; title?: string; snippet?: string; text?: string; date?: string }
type Pool = { name: string; set: string; part: string; target: string; item: (row: Row) => ClusterItem }

const POOLS: Pool[] = [
  {
    name: 'story_allsides dated',
    set: 'story_allsides',
    part: 'dated_dev',
    target: '.93',
    item: ({ id, title = '', snippet, date }) => ({ id, title, text: snippet, publishedAt: date }),
  },
  {
    name: 'story_allsides full text',
    set: 'story_allsides',
    part: 'fulltext_dev',
    target: '.94',
    item: ({ id, title = '', text, date }) => ({ id, title, text, publishedAt: date }),
  },
  {
    name: 'story_newsramp',
    set: 'story_newsramp',
    part: 'dev',
    target: '.92',
    item: ({ id, title = '', date }) => ({ id, title, publishedAt: date }),
  },
  {
    name: 'story_ecbplus',
    set: 'story_ecbplus',
    part: 'dev',
    target: '.89',
    item: ({ id, text }) => ({ id, title: '', text }),
  },
]

export function clusterQuality(): void {
  for (const { name, set, part, target, item } of POOLS) {
    const rows = labeled<Row>(set, part)
    if (rows.length === 0) continue
    const gold = rows.map(({ story_id }) => story_id)
    const items = rows.map(item)
    const plain = plainStories(items).map((stories) => bCubed(gold, stories).f1)
    printMeasurement(`cluster ${name} TF-IDF, its best threshold`, Math.max(...plain), 'B-cubed F1')
    const { precision, recall, f1 } = bCubed(gold, cluster(items))
    printMeasurement(`cluster ${name} (target ≥ ${target})`, f1, 'B-cubed F1')
    printMeasurement(`cluster ${name}`, precision, 'B-cubed precision')
    printMeasurement(`cluster ${name}`, recall, 'B-cubed recall')
  }
}

function bCubed(gold: readonly string[], found: readonly string[]) {
  const pairs = gold.map((story, index) => `${story}\n${found[index]}`)
  const [inGold, inFound, inBoth] = [gold, found, pairs].map(
    (names) => new Map([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length])),
  )
  let [precision, recall] = [0, 0]
  for (const [index, story] of gold.entries()) {
    const both = inBoth?.get(pairs[index] ?? '') ?? 0
    precision += both / (inFound?.get(found[index] ?? '') ?? 1) / gold.length
    recall += both / (inGold?.get(story) ?? 1) / gold.length
  }
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}
