import { existsSync } from 'node:fs'
import { clusterSpeed } from './curate/cluster-speed.ts'
import { matchSpeed } from './curate/match-speed.ts'
import { summarizeSpeed } from './curate/summarize-speed.ts'
import { classifySpeed } from './quality/classify.ts'
import { LABELED_DATA_DIR } from './quality/labelled.ts'

/** How many items a second each stage of curation takes, and how that grows. */
export async function run(): Promise<void> {
  if (!existsSync(LABELED_DATA_DIR))
    return console.log('curate: no labeled data here (LABELED_DATA names its directory); left out')
  matchSpeed()
  clusterSpeed()
  classifySpeed()
  summarizeSpeed()
}
