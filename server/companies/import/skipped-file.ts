import { guardFormula } from '#domain/formula-guard.ts'
import type { Planned } from '#domain/import-planner.ts'
import { csvLine } from '../csv-line.ts'

const HEADER = ['Row', 'Reason', 'Company', 'Website', 'Category', 'Stage', 'Date Invested']

/** The rows that were left out, with the reason: a file that can be mended and uploaded again. */
export function* skippedFile(planned: Planned[]): Generator<string> {
  yield `\uFEFF${line(HEADER)}`
  for (const { kind, row, reason, from } of planned) {
    if (kind !== 'invalid' && kind !== 'duplicate') continue
    yield line([String(row), reason, from.name, from.website, from.category, from.stage, from.investmentDate])
  }
}

const line = (cells: (string | null)[]) => csvLine(cells.map((cell) => guardFormula(cell ?? '')))
