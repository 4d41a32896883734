import { clusterSpeed } from './curate/cluster-speed.ts'
import { matchSpeed } from './curate/match-speed.ts'
import { summarizeSpeed } from './curate/summarize-speed.ts'
import { datasetPath } from './fixtures/datasets.ts'
import { classifySpeed } from './quality/classify.ts'

export async function run(): Promise<void> {
  if (datasetPath('curate') === null) return
  matchSpeed()
  clusterSpeed()
  classifySpeed()
  summarizeSpeed()
}
