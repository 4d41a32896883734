import { expect, test } from 'vitest'
import { newsSections, NO_CONTENT } from './brief-text.ts'

const only = (content: string) => newsSections(content)[0]!

test.each([
  ['Raised $18 million [1].', 'Raised $18 million.', [1]],
  ['Raised [1][2] and hired [3, 4].', 'Raised and hired.', [1, 2, 3, 4]],
  ['Filed in [2024].', 'Filed in [2024].', []],
  ['Not a marker [0].', 'Not a marker [0].', []],
  ['See https://a.example/x[1] now [2].', 'See https://a.example/x[1] now.', [2]],
  ['The last one [999].', 'The last one.', [999]],
])('spec section 2: "reference markers like [1] are removed": %j', (content, text, references) => {
  expect(only(content)).toEqual({
    heading: null,
    lines: [{ text, bullet: null, parts: expect.any(Array) }],
    references,
  })
})

test('"paragraphs are split on blank lines"', () => {
  const sections = newsSections('Cedar grew.\n\n  \n\nIt hired.\r\n\r\nIt moved.\n')
  expect(sections.map(({ lines }) => lines[0]?.text)).toEqual(['Cedar grew.', 'It hired.', 'It moved.'])
})

test.each(
  (
    'About, Recent, Business, Team, Partnership, Additional, Key, Current, Funding, Updates, Latest News, ' +
    'Financial Updates, Partnerships & Alliances, Leadership & Team, Technology & Innovation, Market Position, ' +
    'Other Notable Updates, Current Status'
  ).split(', '),
)('a first line that begins with %j is a bold heading', (word) => {
  expect(only(`${word}\nText`)).toMatchObject({ heading: word, lines: [{ text: 'Text' }] })
  expect(only(`${word}:\nText`).heading).toBe(word)
})

test.each([
  ['**Company Overview**\nText', 'Company Overview'],
  ['**Company Overview:**\nText', 'Company Overview'],
  ['__Company Overview__\nText', 'Company Overview'],
  ['Recent Developments [2]\nText', 'Recent Developments'],
  ['Keynote given\nText', null],
  ['Teamwork\nText', null],
  ['recent news\nText', null],
  ['Text\nFunding\nMore', null],
])('"a first line that is bold-marked or begins with a known heading word": %j has heading %j', (content, heading) => {
  expect(only(content).heading).toBe(heading)
})

test('"lines starting with a bullet are indented": - * • and digits with a dot', () => {
  const { lines } = only('Updates\n- one\n* two\n• three\n4. four\nfive\n**six** is bold\n1.5 million')
  expect(lines.map(({ text, bullet }) => ({ text, bullet }))).toEqual([
    { text: 'one', bullet: '•' },
    { text: 'two', bullet: '•' },
    { text: 'three', bullet: '•' },
    { text: 'four', bullet: '4.' },
    { text: 'five', bullet: null },
    { text: 'six is bold', bullet: null },
    { text: '1.5 million', bullet: null },
  ])
})

test.each<[string, [string, number[]][]]>([
  ['- Raised $18 million [1]', [['Raised $18 million', [1]]]],
  ['Raised $18 million [1].', [['Raised $18 million.', [1]]]],
  [
    'Raised [1][2] and hired [3, 4].',
    [
      ['Raised', [1, 2]],
      [' and hired.', [3, 4]],
    ],
  ],
  [
    'It grew [1]. It moved [2]. Nobody says why.',
    [
      ['It grew.', [1]],
      [' It moved.', [2]],
      [' Nobody says why.', []],
    ],
  ],
  ['1. **Bold** claim [2]', [['Bold claim', [2]]]],
  ['**Over a [1] marker** it goes [2]', [['Over a marker it goes', [1, 2]]]],
  ['Filed in [2024].', [['Filed in [2024].', []]]],
  ['No source at all', [['No source at all', []]]],
])('every sentence keeps what it cites: %j', (content, expected) => {
  const [line] = only(content).lines
  expect(line?.parts.map(({ text, references }) => [text, references])).toEqual(expected)
  expect(line?.parts.map(({ text }) => text).join('')).toBe(line?.text)
})

test("no content: 'No news content available.'", () => {
  expect(newsSections(' \n\n [1] \n')).toEqual([])
  expect(NO_CONTENT).toBe('No news content available.')
})
