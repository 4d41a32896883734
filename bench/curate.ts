import { existsSync } from 'node:fs'
import { clusterSpeed } from './curate/cluster-speed.ts'
import { matchSpeed } from './curate/match-speed.ts'
import { summarizeSpeed } from './curate/summarize-speed.ts'
import { classifySpeed } from './quality/classify.ts'
import { DATA } from './quality/labelled.ts'

/** How many items a second each stage of curation takes, and how that grows. */
export async function run(): Promise<void> {
  if (!existsSync(DATA))
    return console.log('curate: needs the labelled data that is kept beside the checkout; left out')
  matchSpeed()
  clusterSpeed()
  classifySpeed()
  summarizeSpeed()
}
