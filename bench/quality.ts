import { existsSync } from 'node:fs'
import { classifyQuality } from './quality/classify.ts'
import { clusterQuality } from './quality/cluster.ts'
import { LABELED_DATA_DIR } from './quality/labelled.ts'
import { matchQuality } from './quality/match.ts'
import { summarizeQuality } from './quality/summarize.ts'

/** How right each stage of curation is, on labelled data, beside simple methods in the same run. */
export async function run(): Promise<void> {
  if (!existsSync(LABELED_DATA_DIR))
    return console.log('quality: no labeled data here (LABELED_DATA names its directory); left out')
  matchQuality()
  clusterQuality()
  classifyQuality()
  summarizeQuality()
}
