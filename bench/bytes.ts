import { measureBudgets } from '../tools/build/budgets.ts'
import { buildIfStale } from '../tools/build.ts'
import { printMeasurement } from './measure/measure.ts'

export async function run(): Promise<void> {
  await buildIfStale()
  for (const { name, bytes, limit } of measureBudgets()) {
    printMeasurement(`bytes ${name} (limit ${limit / 1024})`, bytes / 1024, 'KB')
  }
}
