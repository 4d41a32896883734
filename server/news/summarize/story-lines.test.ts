import { expect, test } from 'vitest'
import { quotableSentences } from './source-sentences.ts'
import { summarize } from './summarize.ts'

const article = (day: number, title: string, text: string) => ({
  title,
  text,
  url: `https://news.example/${day}`,
  publisher: `Paper ${day}`,
  publishedAt: `2026-11-${String(day).padStart(2, '0')}T09:00:00Z`,
})
const brief = (...articles: ReturnType<typeof article>[]) =>
  summarize('Brightwell', articles)
    .sections.flatMap(({ sentences }) => sentences.map(({ text }) => text))
    .join('\n')

test('a deal that was called off is not described as pending, and what follows is told', () => {
  const text = brief(
    article(
      2,
      'Alder agrees to buy Brightwell for $230 million',
      'Alder has agreed to buy Brightwell for $230 million. The deal is expected to close in the first quarter of 2027.',
    ),
    article(
      20,
      'Alder, Brightwell call off merger',
      'Alder and Brightwell said on Friday they had called off their $230 million deal. Alder will pay Brightwell a termination fee of $9 million.',
    ),
  )
  expect(text).toContain('call')
  expect(text).toContain('$9 million')
  expect(text).not.toContain('expected to close')
})

test('a scene is not the opening of a story', () => {
  const text = brief(
    article(
      3,
      'Brightwell lands $62M to take gas boilers out of paper mills',
      'If you have ever stood next to a paper mill’s gas boilers, you know why nobody likes steam. Brightwell has raised $62 million.',
    ),
  )
  expect(text).not.toContain('If you have')
  expect(text).toContain('$62')
})

test.each([
  'Loamworks (Netherlands, biologicals) took in $65 million from Temasek.',
  'Anduril, last valued at more than $60 billion, declined to comment.',
  'The stock had previously closed at $90.05, but opened at $94.12.',
])('what is said of others is not quoted: %s', (sentence) => {
  const text = brief(
    article(3, 'Brightwell raises $14M', `Brightwell has raised $14 million from S2G for soil sensors. ${sentence}`),
  )
  expect(text).toContain('$14')
  expect(text).not.toContain(sentence.slice(0, 20))
})

test('estimates of how many jobs were cut give way to the company’s own figure', () => {
  const text = brief(
    article(
      9,
      'Brightwell lays off about 200, employees say',
      'Brightwell laid off about 200 people on Monday, according to posts by employees.',
    ),
    article(
      11,
      'Brightwell confirms it cut 146 jobs',
      'Brightwell said on Wednesday it had cut 146 jobs, or 22% of its workforce.',
    ),
  )
  expect(text).toContain('146')
  expect(text).not.toContain('200')
})

test('the headline of a list of deals is not a line of a brief', () => {
  const text = brief(
    article(
      5,
      'Ag deals of the week: Brightwell, Cropwise',
      'Brightwell closed a $14 million Series A, its founder said.',
    ),
  )
  expect(text).not.toContain('Ag deals')
})

test('a headline loses its markup and what looks like a citation, with both brackets', () => {
  expect(brief(article(6, '**Big** news [9] today', ''))).toBe('Big news today')
  expect(brief(article(6, 'Brightwell report [2025 edition]', ''))).toBe('Brightwell report 2025 edition')
})

test.each(['Will it last?', 'Together, let’s keep the water mains dry.'])('is not quoted: %s', (line) => {
  const picked = 'Brightwell sensors were picked on Monday.'
  expect(quotableSentences(`${picked} ${line}`).map(({ text }) => text)).toEqual([picked])
})

test('a quotation is not the opening of a story', () => {
  const quoted = '“Phoenix water mains deserve Brightwell sensors,” said Jo Tran, chief executive of Brightwell.'
  const text = brief(
    article(3, 'Brightwell sensors for Phoenix water mains', `${quoted} Brightwell sensors go to Phoenix.`),
  )
  expect(text.split('\n')[0]).not.toContain('deserve')
})
