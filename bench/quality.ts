import { datasetPath } from './fixtures/datasets.ts'
import { classifyQuality } from './quality/classify.ts'
import { clusterQuality } from './quality/cluster.ts'
import { matchQuality } from './quality/match.ts'
import { summarizeQuality } from './quality/summarize.ts'

export async function run(): Promise<void> {
  if (datasetPath('quality') === null) return
  matchQuality()
  clusterQuality()
  classifyQuality()
  summarizeQuality()
}
