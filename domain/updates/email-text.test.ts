import { expect, test } from 'vitest'
import { emailBlocks, emailParts, ownWords } from './email-text.ts'

const kinds = (text: string) => emailBlocks(text).map(({ kind }) => kind)

test('paragraphs, headings, lists and the signature become blocks', () => {
  const text =
    'Hi all,\n\n## Highlights\n• ARR: $1.8M\n  • up 12%\n• 23 people\n\n1. Hire\n2. Raise\n\nThanks,\nDana\n--\nCEO'
  expect(emailBlocks(text)).toEqual([
    { kind: 'paragraph', text: 'Hi all,' },
    { kind: 'heading', text: 'Highlights' },
    {
      kind: 'list',
      isOrdered: false,
      items: [
        { text: 'ARR: $1.8M', level: 0 },
        { text: 'up 12%', level: 1 },
        { text: '23 people', level: 0 },
      ],
    },
    {
      kind: 'list',
      isOrdered: true,
      items: [
        { text: 'Hire', level: 0 },
        { text: 'Raise', level: 0 },
      ],
    },
    { kind: 'paragraph', text: 'Thanks,\nDana' },
    { kind: 'signature', text: 'CEO' },
  ])
})

test('rows with the same number of cells become a table', () => {
  expect(emailBlocks('KPIs\n\nMRR · $84k\nTeam · 23')).toEqual([
    { kind: 'paragraph', text: 'KPIs' },
    {
      kind: 'table',
      rows: [
        ['MRR', '$84k'],
        ['Team', '23'],
      ],
    },
  ])
  expect(kinds('Oslo · Bergen')).toEqual(['paragraph'])
  expect(ownWords('MRR · $84k\nTeam · 23')).toBe('MRR · $84k\nTeam · 23')
})

test('a quote within a quote does not count as the email’s own words', () => {
  expect(ownWords('They wrote back.\n\n> Thanks.\n>> Team is 12 people.')).toBe('They wrote back.\nThanks.\n')
})

test('list items separated by blank lines form one list', () => {
  expect(emailBlocks('- one\n\n- two\n\nEnd')).toMatchObject([
    { kind: 'list', items: [{ text: 'one' }, { text: 'two' }] },
    { kind: 'paragraph' },
  ])
})

test.each([
  [
    'what a reply quotes',
    'We grew.\n\nOn Mon, Jan 5, 2026 at 9:00 AM Ada wrote:\n\n> How was\n>\n> December?',
    'On Mon',
  ],
  ['an attribution of two lines', 'We grew.\n\nOn Mon, Jan 5, 2026 at 9:00 AM Ada <ada@x.com>\nwrote:\n> Hi', 'On Mon'],
  ['a forwarded email', 'We grew.\n\n---------- Forwarded message ---------\nFrom: Ada <ada@x.com>\nDate: Mon', 'Ada'],
  ['an older program’s', 'We grew.\n\n-----Original Message-----\nFrom: Ada [mailto:ada@x.com]\nSent: Mon', 'Ada'],
  ['a header without a separator', 'We grew.\n\nFrom: Ada <ada@x.com>\nSent: Monday\nSubject: Hi', 'Ada'],
  ['a header in German', 'We grew.\n\nVon: Ada <ada@x.com>\nGesendet: Montag\nBetreff: Hi', 'Ada'],
])('%s is folded and does not count as the email’s own words', (_, text, from) => {
  const [, quote] = emailBlocks(text)
  expect(quote).toMatchObject({ kind: 'quote', isFolded: true })
  expect(quote?.kind === 'quote' && quote.from).toContain(from)
  expect(ownWords(text)).toBe('We grew.')
})

test('a short quote stays open and counts as the email’s own words', () => {
  const text = 'A customer says:\n\n> Best robots\n> ever.\n\nWe agree.'
  expect(emailBlocks(text)[1]).toEqual({ kind: 'quote', text: 'Best robots\never.', from: null, isFolded: false })
  expect(ownWords(text)).toContain('Best robots')
})

test('an email that is only a quote keeps its words', () => {
  const long = Array.from({ length: 9 }, (_, at) => `> line ${at}`).join('\n')
  expect(kinds(long)).toEqual(['quote'])
  expect(ownWords(long)).toContain('line 8')
})

test('underscores or "De:" alone fold nothing', () => {
  expect(kinds('One\n\n____________________\n\nTwo')).toEqual(['paragraph', 'paragraph', 'paragraph'])
  expect(kinds('De: a word of the text\n\nTwo')).toEqual(['paragraph', 'paragraph'])
})

test('a link shows where it leads', () => {
  expect(emailParts('Our deck <https://www.docsend.com/view/x?y=1> is up.')).toEqual([
    { text: 'Our deck ', href: null },
    { text: 'docsend.com', href: 'https://www.docsend.com/view/x?y=1' },
    { text: ' is up.', href: null },
  ])
  expect(emailParts('See https://cedar.com/news, thanks')).toEqual([
    { text: 'See ', href: null },
    { text: 'cedar.com/news', href: 'https://cedar.com/news' },
    { text: ', thanks', href: null },
  ])
  expect(emailParts('javascript:alert(1) <javascript:alert(1)> data:text/html,x')).toHaveLength(1)
})

test('long hostile text is parsed without hanging', () => {
  for (const piece of ['> ', '>\n', '• x\n', 'From: a@b\n', '<https://a', 'On x wrote:\n', '--\n', '#', '\n'])
    expect(emailBlocks(piece.repeat(20_000 / piece.length))).toBeDefined()
})
