import { expect, test } from 'vitest'
import { formDDocument } from '../../../testing/files/documents.ts'
import { parseFormD } from './form-d.ts'

const read = (xml: string) => parseFormD(Buffer.from(xml))

test('reads amounts, dates and people', () => {
  expect(read(formDDocument())).toEqual({
    issuer: 'Acme Robotics, Inc.',
    cik: '1234567',
    previousNames: [],
    offered: 5_000_000,
    sold: 4_250_000,
    investors: 12,
    firstSale: '2026-02-20',
    industry: 'Other Technology',
    isFund: false,
    place: 'SPRINGFIELD, OREGON',
    isAmendment: false,
    people: ['Ada Q Sample, executive officer, director'],
  })
})

test('"Indefinite", "Yet to Occur", amendments and earlier names', () => {
  const amounts = '<totalOfferingAmount>Indefinite</totalOfferingAmount><totalAmountSold>0</totalAmountSold>'
  const names = '<previousName>Acme Arms LLC</previousName>'
  expect(read(formDDocument({ amounts, sale: '<yetToOccur>true</yetToOccur>', kind: 'true', names }))).toMatchObject({
    offered: 'indefinite',
    sold: 0,
    firstSale: 'yet to occur',
    isAmendment: true,
    previousNames: ['Acme Arms LLC'],
  })
  expect(read(formDDocument({ sale: '<value>Yet to Occur</value>' }))?.firstSale).toBe('yet to occur')
  expect(read(formDDocument({ sale: '', amounts: '' }))).toMatchObject({
    firstSale: null,
    offered: null,
    sold: null,
  })
})

test('a flat layout is read too; other documents are not', () => {
  expect(
    read(
      '<edgarSubmission><issuerInfo><entityName>A</entityName></issuerInfo><totalOfferingAmount>5</totalOfferingAmount></edgarSubmission>',
    ),
  ).toMatchObject({ issuer: 'A', offered: 5 })
  for (const xml of ['', '<html></html>', '{}', formDDocument().slice(0, 900)]) expect(read(xml)).toBeNull()
})
