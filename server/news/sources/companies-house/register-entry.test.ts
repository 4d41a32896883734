import { expect, test } from 'vitest'
import { numberOfPage, registerNumber, registerNumberIn } from './register-entry.ts'

test.each([
  ['Acme Ltd. Registered in England and Wales, company number 01234567.', '01234567'],
  ['© Acme Ltd 2026 · Company No. 1234567 · Registered office: 1 Mill Lane, Leeds, UK', '01234567'],
  ['Registered in Scotland No: SC123456', 'SC123456'],
  ['Acme is registered in England under 01234567 as Acme Robotics Ltd.', '01234567'],
  ['Acme Ltd (company number 01234567) and Birch Ltd (company number 07654321), England', null],
  ['Handelsregister Berlin, company number 123456', null],
  ['Call 01234567 in England', null],
  ['VAT registration number GB 123456789, England', null],
  ['Charity registered in England and Wales 1234567', null],
])('%s', (text, number) => {
  expect(registerNumberIn(text)).toBe(number)
})

test('numbers have eight characters, and nothing else is one', () => {
  expect(['1234567', 'sc 123456', 'R0000001', '123456789', '../../x', '', null, 7].map(registerNumber)).toEqual([
    '01234567',
    'SC123456',
    'R0000001',
    null,
    null,
    null,
    null,
    null,
  ])
})

test('only a page of the register names an entry', () => {
  const page = 'https://find-and-update.company-information.service.gov.uk/company/01234567'
  expect([page, `${page}/officers`, page.replace('gov.uk', 'evil.example'), `${page}8`].map(numberOfPage)).toEqual([
    '01234567',
    '01234567',
    null,
    null,
  ])
})
