import { measureBudgets } from '../tools/build/budgets.ts'
import { buildIfStale } from '../tools/build.ts'
import { printMeasurement } from './measure/measure.ts'

/** Bytes of JavaScript and CSS per route, gzipped, beside their budgets. */
export async function run(): Promise<void> {
  await buildIfStale()
  for (const { name, bytes, limit } of measureBudgets()) {
    printMeasurement(`bytes ${name} (limit ${limit / 1024})`, bytes / 1024, 'KB')
  }
}
