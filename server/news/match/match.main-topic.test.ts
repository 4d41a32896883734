import { expect, test } from 'vitest'
import { match } from './match.ts'

test('a company that is only the source of the news is not its topic', () => {
  const rest = 'The bridge had been closed since spring, and the town had waited for it. '.repeat(6)
  const company = { name: 'Quillbase' }
  const opens = 'The old bridge over the river is open again, and cars cross it once more,'
  const isTopic = (end: string) =>
    match(company, { title: 'Bridge open again', text: `${opens} ${end} ${rest}` }).primary
  expect(isTopic('according to Quillbase.')).toBe(false)
  expect(isTopic('now that Quillbase repaired it.')).toBe(true)
})

test('a single mention at the end does not make the company the topic', () => {
  const body = 'The city council voted on the new tram line. Work begins in spring. '.repeat(12)
  const title = 'Council votes for the tram'
  const passing = match({ name: 'Quillbase' }, { title, text: `${body}A survey by Quillbase was quoted.` })
  expect(passing).toMatchObject({ about: true, primary: false })
  const topic = match({ name: 'Quillbase' }, { title, text: `Quillbase will plan the tram, the council said. ${body}` })
  expect(topic).toMatchObject({ about: true, primary: true })
})

test.each([
  ['Quillbase co-founder elected mayor of Leeds ward', false],
  ['Quillbase CEO Dana Osei among six named to museum board', false],
  ['Quillbase CEO Dana Osei joins hospital board', false],
  ['Quillbase CEO Dana Osei steps down', true],
])('a role outside the company is not its news: %s', (title, is) => {
  expect(match({ name: 'Quillbase' }, { title }).primary).toBe(is)
})

test.each([
  ['Bagel shop to fill former Kmart', true],
  ['Bagel shop to fill Kmart', false],
  ['County awards small business grants', false],
])('a title that describes the only company in its text is about it: %s', (title, is) => {
  const text = 'The storefront on Main Street has been empty since 2017. Quillbase signed a lease last week.'
  expect(match({ name: 'Quillbase' }, { title, text }).primary).toBe(is)
})
