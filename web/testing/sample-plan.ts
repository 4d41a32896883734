import { fireEvent, screen } from '@testing-library/react'
import type { ImportCounts, PlannedRow, ImportReport } from '#domain/companies/import/imports.ts'

export const chosenFile = new File(['Company,Website\nCedar,https://cedar.example'], 'portfolio.csv')

export async function choose(file = chosenFile): Promise<void> {
  const input = await screen.findByLabelText<HTMLInputElement>('Company file')
  fireEvent.change(input, { target: { files: [file] } })
}

export function plan(counts: Partial<ImportCounts>, change: Partial<ImportReport> = {}): ImportReport {
  const {
    new: added = 0,
    changed = 0,
    position = 0,
    duplicate = 0,
    invalid = 0,
    ignored = 0,
    positions = 0,
    amountsLeftOut = 0,
  } = counts
  return {
    importId: null,
    counts: {
      new: added,
      changed,
      position,
      duplicate,
      invalid,
      ignored,
      positions,
      amountsLeftOut,
      total: added + changed + position + duplicate + invalid + ignored,
    },
    created: [],
    rows: [],
    skipped: [],
    duplicates: [],
    warnings: [],
    ignoredColumns: [],
    ...change,
  }
}

export const plannedRow = (change: Partial<PlannedRow>): PlannedRow => ({
  row: 2,
  name: 'Cedar Robotics',
  website: 'https://cedar.example',
  kind: 'new',
  reason: null,
  companyId: null,
  changes: [],
  positions: 0,
  add: [],
  ...change,
})
