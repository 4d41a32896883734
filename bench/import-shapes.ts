import { readShapes } from '../server/companies/import/testing/shapes/read-shapes.ts'
import { tryShape } from '../server/companies/import/testing/shapes/try-shape.ts'
import { printMeasurement } from './measure/measure.ts'

export async function run(): Promise<void> {
  for (const set of ['development', 'held-out'] as const) {
    const verdicts = await Promise.all(readShapes(set).map(tryShape))
    for (const { title, verdict } of verdicts) console.log(`${set}  ${verdict.padEnd(6)}  ${title}`)
    for (const wanted of ['right', 'choice', 'wrong'] as const) {
      const count = verdicts.filter(({ verdict }) => verdict === wanted).length
      const target = wanted === 'right' ? ' (target ≥ 90)' : wanted === 'wrong' ? ' (target 0)' : ''
      printMeasurement(`import-shapes ${set} ${wanted}${target}`, (count / verdicts.length) * 100, '%')
    }
  }
}
