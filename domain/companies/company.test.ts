import { expect, test } from 'vitest'
import { CompanyChange, NewCompany } from './company.ts'

const firstMessage = (schema: typeof NewCompany | typeof CompanyChange, input: unknown) =>
  schema.safeParse(input).error?.issues[0]?.message

test.each([
  [{ name: '', website: 'example.com' }, 'Company name is required'],
  [{ name: '   ', website: 'example.com' }, 'Company name is required'],
  [{ name: '\u200B\uFEFF', website: 'example.com' }, 'Company name is required'],
  [{ website: 'example.com' }, 'Company name is required'],
  [{ name: 'Cedar', website: '' }, 'Company website is required'],
  [{ name: 'Cedar' }, 'Company website is required'],
  [{ name: 'Cedar', website: 'ftp://example.com' }, 'Must be a valid URL'],
  [{ name: 'x'.repeat(201), website: 'example.com' }, 'Company name must be at most 200 characters'],
])('single company form: %j is rejected with %j', (input, message) => {
  expect(firstMessage(NewCompany, input)).toBe(message)
})

test('a website without a scheme gets https://', () => {
  expect(NewCompany.parse({ name: ' Cedar\tRobotics\u0000 ', website: 'cedar.example' })).toEqual({
    name: 'Cedar Robotics',
    website: 'https://cedar.example',
  })
})

test.each(['0000-01-01', '0024-02-29', '2024-02-30'])('the investment date %s is refused', (investmentDate) => {
  expect(firstMessage(CompanyChange, { investmentDate })).toBe('Must be a date such as 2024-01-31')
})

test('editing stores an empty website as null and rejects a bad one', () => {
  expect(CompanyChange.parse({ website: '' })).toEqual({ website: null })
  expect(CompanyChange.parse({})).toEqual({})
  expect(firstMessage(CompanyChange, { website: 'ftp://x.example' })).toBe('Must be a valid URL')
})
