import { existsSync } from 'node:fs'
import { classifyQuality } from './quality/classify.ts'
import { clusterQuality } from './quality/cluster.ts'
import { DATA } from './quality/labelled.ts'
import { matchQuality } from './quality/match.ts'
import { summarizeQuality } from './quality/summarize.ts'

/** How right each stage of curation is, on labelled data, beside simple methods in the same run. */
export async function run(): Promise<void> {
  if (!existsSync(DATA))
    return console.log('quality: needs the labelled data that is kept beside the checkout; left out')
  matchQuality()
  clusterQuality()
  classifyQuality()
  summarizeQuality()
}
