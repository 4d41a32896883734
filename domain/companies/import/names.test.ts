import { expect, test } from 'vitest'
import { mapKey } from './map.ts'
import { companyTable } from './table.ts'

function planned(lines: string[][]) {
  const rows = lines.map((cells, index) => ({ row: index + 1, cells }))
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const table = companyTable([{ name: '', rows: filled }], { strict: false })
  if ('problem' in table) throw new Error(table.problem)
  return table.judge(0, table.total).filter(({ reason }) => reason === null)
}

test('marks of footnotes are removed from names if the notes are there', () => {
  const lines = [
    ['Company (1)', 'Sector', 'Amount'],
    ['Acme, Inc. (2)', 'AI', '5'],
    ['Bolt (2, a)', 'AI', '6'],
    ['Cedar (3)', 'AI', '7'],
    ['Dune⁶', 'AI', '8'],
    ['', '', ''],
    ['(2) Not audited', '', ''],
    ['(a)', 'In liquidation', ''],
  ]
  expect(planned(lines).map(({ name }) => name)).toEqual(['Acme, Inc.', 'Bolt', 'Cedar (3)', 'Dune'])
})

test('numbers and bullets are removed from names if most names have them', () => {
  const names = (...written: string[]) => planned([['Company', 'Stage'], ...written.map((name) => [name, 'Seed'])])
  expect(names('1. Acme', '2. Bolt', '- Cedar').map(({ name }) => name)).toEqual(['Acme', 'Bolt', 'Cedar'])
  expect(names('1. FC Köln', 'Bolt', 'Cedar').map(({ name }) => name)).toEqual(['1. FC Köln', 'Bolt', 'Cedar'])
})

test.each([
  ['Acme - acme.com', 'Acme', 'https://acme.com'],
  ['Acme Robotics: getacme.io', 'Acme Robotics: getacme.io', null],
  ['Acme (https://example.org/acme)', 'Acme', 'https://example.org/acme'],
  ['Acme Robotics, acme-robotics.com', 'Acme Robotics', 'https://acme-robotics.com'],
  ['Acme, Co.Ltd', 'Acme, Co.Ltd', null],
  ['Acme acme.com', 'Acme acme.com', null],
])('%j is read as %j with the website %s', (written, name, website) => {
  expect(planned([[written], ['Bolt'], ['Cedar']])[0]).toMatchObject({ name, website })
})

test('a Notion page is a website if the other companies have their own, and a record if not', () => {
  const page = 'https://www.notion.so/Acme-1'
  const websites = (others: string[]) =>
    planned([['Company', 'Website'], ['Acme', page], ...others.map((site) => ['Bolt', site])]).map(
      ({ website }) => website,
    )
  expect(websites(['bolt.io'])[0]).toBe(page)
  expect(websites(['https://www.notion.so/Bolt-1'])[0]).toBeNull()
  expect(websites(['https://www.linkedin.com/company/bolt', 'bolt.io'])[1]).toBeNull()
})

test('a failed formula is an empty cell', () => {
  const [row] = planned([
    ['Company', 'Website', 'Stage', 'Date'],
    ['Acme', '#N/A', '#REF!', '#VALUE!'],
  ])
  expect(row).toMatchObject({ website: null, stage: null, investmentDate: null, note: null })
})

test.each([
  '🏢 Company',
  'Company ▼',
  '• Company',
  'COMPANY*',
  'Name of company',
  'Portco',
  'Company / Firma',
  '会社名\nCompany',
  'Spółka',
  'Şirket',
])('the name column may be called %j', (heading) => {
  expect(
    planned([
      [heading, 'Website'],
      ['Acme', 'acme.com'],
    ]),
  ).toMatchObject([{ name: 'Acme' }])
})

test('a heading with two meanings is not bilingual', () => {
  expect(() =>
    planned([
      ['Company / City', 'Why'],
      ['Acme', 'team'],
      ['Bolt', 'market'],
    ]),
  ).toThrow('Company')
})

test('the user’s choice for a bilingual heading is applied', () => {
  const rows = [
    ['Company / Firma', 'Sector / Branche'],
    ['Acme', 'Seed'],
  ].map((cells, at) => ({ row: at + 1, cells }))
  const choice = { map: { [mapKey('Sector / Branche')]: 'stage' } as const }
  const table = companyTable([{ name: '', rows }], { strict: false, choice })
  expect('problem' in table ? null : table.judge(0, 1)).toMatchObject([{ name: 'Acme', stage: 'Seed', category: null }])
})
