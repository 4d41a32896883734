import { expect, test } from 'vitest'
import { hostKey, nameKey } from '../company-key.ts'
import { createPlanner, type KnownCompany } from './plan.ts'
import type { FileRow } from './imports.ts'

let line = 1
const row = (name: string, website: string | null = null, more: Partial<FileRow> = {}): FileRow => ({
  row: (line += 1),
  name,
  website,
  category: null,
  stage: null,
  investmentDate: null,
  nameKey: nameKey(name),
  hostKey: hostKey(website),
  reason: null,
  note: null,
  ...more,
})
const known = (id: number, name: string, website: string | null = null, more: Partial<KnownCompany> = {}) => ({
  id,
  nameKey: nameKey(name),
  hostKey: hostKey(website),
  website,
  category: null,
  stage: null,
  investmentDate: null,
  positions: [],
  ...more,
})

const kinds = (rows: FileRow[], companies: KnownCompany[] = [], update = true) =>
  createPlanner({ update })
    .plan(rows, companies)
    .map(({ kind }) => kind)

test('classifies rows as new, duplicate, changed or invalid, with reasons', () => {
  line = 1
  const planner = createPlanner({ update: true })
  const planned = planner.plan(
    [
      row('Acme', 'https://acme.example'),
      row('Beta', 'https://beta.example', { stage: 'Series A' }),
      row('Gamma', 'https://gamma.example'),
      row('', 'https://x.example', { reason: 'Company name is required' }),
      row('ACME, Inc.', 'https://www.acme.example/about'),
    ],
    [known(7, 'Beta', 'https://beta.example', { stage: 'Seed' }), known(8, 'Gamma', 'https://gamma.example')],
  )
  expect(planned.map(({ row: number, kind, reason, companyId }) => [number, kind, reason, companyId])).toEqual([
    [2, 'new', null, null],
    [3, 'changed', null, 7],
    [4, 'duplicate', 'Already in your portfolio', 8],
    [5, 'invalid', 'Company name is required', null],
    [6, 'duplicate', 'Same company as row 2', null],
  ])
  expect(planned[1]?.changes).toEqual([{ field: 'stage', from: 'Seed', to: 'Series A' }])
  expect(planner.counts).toEqual({
    total: 5,
    new: 1,
    changed: 1,
    duplicate: 2,
    invalid: 1,
    ignored: 0,
    position: 0,
    positions: 0,
    amountsLeftOut: 0,
  })
})

test('neither non-company rows nor deselected companies in any spelling are imported', () => {
  line = 1
  const planner = createPlanner({ update: true, sheetNames: ['Fund I', 'Fund II'] })
  const planned = planner.plan(
    [
      row('Total', null, { reason: 'Looks like a total, not a company', ignored: true }),
      row('Acme', 'https://acme.example', { unticked: true, sheet: 1 }),
      row('ACME Inc.', null, { sheet: 2 }),
      row('Beta', null, { unticked: true }),
    ],
    [known(7, 'Beta', 'https://beta.example', { stage: 'Seed' })],
  )
  expect(planned.map(({ kind, reason, sheet }) => [kind, reason, sheet])).toEqual([
    ['ignored', 'Looks like a total, not a company', undefined],
    ['ignored', 'Not selected', 1],
    ['duplicate', 'Same company as row 3 of Fund I', 2],
    ['duplicate', 'Already in your portfolio', undefined],
  ])
  expect(planner.counts).toEqual({
    total: 4,
    new: 0,
    changed: 0,
    duplicate: 2,
    invalid: 0,
    ignored: 2,
    position: 0,
    positions: 0,
    amountsLeftOut: 0,
  })
})

test('companies with the same name on different hosts are different companies', () => {
  expect(kinds([row('Mercury', 'https://mercury.example'), row('Mercury', 'https://mercury-two.example')])).toEqual([
    'new',
    'new',
  ])
  expect(kinds([row('Mercury', 'https://b.example')], [known(1, 'Mercury', 'https://a.example')])).toEqual(['new'])
})

test('if one side has no website, the name decides and the website is adopted', () => {
  expect(kinds([row('Acme')], [known(1, 'Acme', 'https://acme.example')])).toEqual(['duplicate'])
  const [planned] = createPlanner({ update: true }).plan([row('Acme', 'https://acme.example')], [known(1, 'Acme')])
  expect(planned).toMatchObject({
    kind: 'changed',
    companyId: 1,
    changes: [{ field: 'website', from: null, to: 'https://acme.example' }],
  })
  expect(kinds([row('Acme', 'https://acme.example')], [known(1, 'Acme')], false)).toEqual(['duplicate'])
  expect(kinds([row('Acme', 'https://a.example'), row('Acme', 'https://b.example')], [known(1, 'Acme')])).toEqual([
    'changed',
    'new',
  ])
})

test('empty cells change nothing', () => {
  const company = known(1, 'Acme', 'https://acme.example', { category: 'Health', stage: 'Seed' })
  expect(kinds([row('Acme', 'https://acme.example/new')], [company])).toEqual(['duplicate'])
})

test('a second upload adds no duplicates, even in different batches', () => {
  const rows = [row('A', 'https://a.example'), row('B'), row('C', 'https://c.example'), row('B', 'https://b.example')]
  const first = createPlanner({ update: true })
  const added = rows
    .flatMap((each) => first.plan([each], []))
    .filter(({ kind }) => kind === 'new')
    .map(({ from }, index) => ({ ...from, positions: [], id: index + 1 }))
  expect(kinds(rows, added)).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate'])
})
