import { datasetPath } from './fixtures/datasets.ts'
import { classifyQuality } from './quality/classify.ts'
import { clusterQuality } from './quality/cluster.ts'
import { matchQuality } from './quality/match.ts'
import { summarizeQuality } from './quality/summarize.ts'

/** How right each stage of curation is, on labelled data, beside simple methods in the same run. */
export async function run(): Promise<void> {
  if (datasetPath('quality') === null) return
  matchQuality()
  clusterQuality()
  classifyQuality()
  summarizeQuality()
}
