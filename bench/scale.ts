import { measureQueue } from './scale/queue.ts'
import { measureScheduler } from './scale/scheduler.ts'
import { measureUnitCosts } from './scale/unit-costs.ts'

/** The figures that docs/scale.md multiplies. */
export async function run(): Promise<void> {
  await measureUnitCosts()
  await measureQueue()
  measureScheduler()
}
