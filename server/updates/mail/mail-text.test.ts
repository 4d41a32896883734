import { expect, test } from 'vitest'
import { MAX_TEXT } from '../../news/formats/html/plain-text.ts'
import { growth, LINEAR } from '../../testing/growth.ts'
import { htmlMailText } from './html-text.ts'
import { mailText, unwrapped } from './mail-text.ts'

const html = (text: string) => htmlMailText(text, 20_000)
const plain = (text: string) => mailText(text, 20_000)

test('text keeps its paragraphs and lists', () => {
  expect(plain('Hi all,\r\n\r\n\r\n\r\nWe grew.\r\n\r\n  - one\r\n      - two\r\n* three\r\n\r\n1) four\r\n')).toBe(
    'Hi all,\n\nWe grew.\n\n• one\n  • two\n• three\n\n1) four',
  )
})

test('tab-separated columns become cells', () => {
  expect(plain('KPI\tAug\tSep\nMRR\t$66k\t$72k\nSubject:\tJanuary')).toBe(
    'KPI · Aug · Sep\nMRR · $66k · $72k\nSubject: January',
  )
  const note = 'Two large customers signed at the very end of the quarter.'
  expect(plain(`MRR\t$72k\t${note}`)).toBe(`MRR · $72k · ${note}`)
})

test('columns aligned with spaces become cells', () => {
  expect(plain('           Aug    Sep\n---------  -----  -----\nMRR        $66k   $72k\nNet burn   $40k   $38k')).toBe(
    '— · Aug · Sep\nMRR · $66k · $72k\nNet burn · $40k · $38k',
  )
})

test('long runs of blanks are read once', () => {
  for (const blank of [' ', '\t', '\u00A0', '-- '])
    expect(mailText(`MRR${blank.repeat(150_000)}$72k`, 500_000)).toContain('$72k')
})

test.each<[string, (length: number) => string, (text: string) => string]>([
  ['spaces before a tab', (length) => `MRR${' '.repeat(length)}x\t$72k`, (text) => mailText(text, MAX_TEXT)],
  [
    'cells of one row',
    (length) => `<table><tr>${'<td>1'.repeat(length)}</table>`,
    (text) => htmlMailText(text, MAX_TEXT),
  ],
  ['signs that open no tag', (length) => `${'<'.repeat(length)} >`, (text) => htmlMailText(text, MAX_TEXT)],
])('%s take linear time', async (_, make, read) => {
  expect(await growth(make, 100_000, read)).toBeLessThan(LINEAR)
})

test('a tag that the end of the email breaks is left out', () => {
  expect(html('We grew > plan.<br><a href="https://exa')).toBe('We grew > plan.')
  expect(html('2 < 3 > 1 <b')).toBe('2 < 3 > 1')
})

test('two spaces after a sentence do not make columns', () => {
  expect(plain('We grew.  We hired.  Thanks!')).toBe('We grew. We hired. Thanks!')
  expect(plain('MRR        $72k')).toBe('MRR $72k')
})

test('invisible characters are removed, and the length is limited', () => {
  expect(plain('We\u202e grew\u200b.\n\u0000\nYes')).toBe('We grew.\n\nYes')
  expect(mailText('word '.repeat(100), 50)).toHaveLength(50)
})

test.each<[string, string, string]>([
  ['paragraphs', '<p>One\n two</p><p>Three</p>', 'One two\n\nThree'],
  ['lines of Gmail', '<div>One</div><div>Two</div><div><br></div><div>Three</div>', 'One\nTwo\n\nThree'],
  ['line breaks', 'One<br>Two<br><br>Three', 'One\nTwo\n\nThree'],
  [
    'lines of Outlook',
    '<p class="MsoNormal">One</p><p class="MsoNormal">Two</p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Three</p>',
    'One\nTwo\n\nThree',
  ],
  [
    'lists',
    'Wins:<ul><li>One<ul><li>Two</li></ul></li><li><p>Three</p></li></ul><ol><li>A</li><li>B</li></ol>End',
    'Wins:\n\n• One\n  • Two\n• Three\n\n1. A\n2. B\n\nEnd',
  ],
  [
    'headings',
    '<h2>Highlights</h2><p>We <b>grew</b>.</p><p><b>Asks</b></p><p>Intros</p>',
    '## Highlights\n\nWe grew.\n\n## Asks\n\nIntros',
  ],
  [
    'tables',
    '<p>KPIs</p><table><tr><td>MRR</td><td>$84k</td></tr><tr><td><p>Team</p></td><td><p>23</p></td></tr><tr><td><p>NPS</p></td><td><p>61</p></td></tr></table>After',
    'KPIs\n\nMRR · $84k\nTeam · 23\nNPS · 61\n\nAfter',
  ],
  [
    'empty cells of a table',
    '<table><tr><td></td><th><b>Aug</b></th><th><b>Sep</b></th></tr><tr><td>MRR</td><td> </td><td>$72k</td></tr><tr><td>Team</td><td>12</td><td></td></tr></table>',
    '— · Aug · Sep\nMRR · — · $72k\nTeam · 12 · —',
  ],
  [
    'spacers beside columns of a page',
    `<table><tr><td></td><td>${'A column of a page. '.repeat(4)}</td><td></td><td>Another</td></tr></table>`,
    `${'A column of a page. '.repeat(4).trim()} · Another`,
  ],
  [
    'tables that lay out a page',
    '<table><tr><td><h1>Hi</h1><p>One</p><p>Two</p></td></tr><tr><td><p>Three</p></td></tr></table>',
    '## Hi\n\nOne\n\nTwo\n\nThree',
  ],
  ['quotes', '<div>Yes.</div><blockquote><p>How</p><p>are you?</p></blockquote>', 'Yes.\n\n> How\n\n> are you?'],
  ['links', 'Our <a href="https://docsend.com/v?a=1&amp;b=2">deck</a>', 'Our deck <https://docsend.com/v?a=1&b=2>'],
  ['a link that is its text', '<a href="https://cedar.com/news">cedar.com/news</a>', 'cedar.com/news'],
  ['links that lead nowhere', '<a href="javascript:x">One</a> <a href="mailto:a@b.c">Two</a>', 'One Two'],
  ['what is hidden', '<div style="display: none">Preview</div><style>p{}</style><p>One</p>', 'One'],
  ['verbatim text', '<pre>One\n\nTwo\nThree</pre>', 'One\n\nTwo\nThree'],
  ['entities', '<p>AT&amp;T &lt;b&gt; caf&eacute;</p>', 'AT&T <b> café'],
])('HTML: %s', (_, given, expected) => {
  expect(html(given)).toBe(expected)
})

test('text wrapped at a fixed width is unwrapped', () => {
  const text =
    'We had a strong January: ARR grew to $1.8M, up 12% month over month, and\nthe team is now 23 people.\n\nMRR: $84k\nBurn: $120k\n\n• We closed our first two enterprise customers, in Oslo and in Bergen, and\nsigned a third.'
  expect(unwrapped(text)).toBe(
    'We had a strong January: ARR grew to $1.8M, up 12% month over month, and the team is now 23 people.\n\nMRR: $84k\nBurn: $120k\n\n• We closed our first two enterprise customers, in Oslo and in Bergen, and signed a third.',
  )
})

test('short lines, long lines and labels stay as written', () => {
  for (const text of [
    'Thanks,\nDana\nCEO',
    `${'A line that goes on and on. '.repeat(6)}\nNext`,
    'We had a strong January: ARR grew to $1.8M, up 12% month over month now\nRunway: 14 months',
  ])
    expect(unwrapped(text)).toBe(text)
})
