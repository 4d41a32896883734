import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words from an earlier private vocabulary, and what to use instead. */
const RETIRED: Record<string, string> = {
  telling: 'article',
  told: 'article, published, sent',
  untold: 'missing, unsent',
  subject: 'tracked company',
  survey: 'discover',
  surveyed: 'discovered',
  'own view': 'overrides',
  'own find': 'overrides',
  ledger: 'coverage',
  happening: 'event type',
  hearing: 'webhook handler',
  mirror: 'subscription snapshot',
  mirrored: 'stored',
  standing: 'entitlement input',
  holding: 'personal-data provider',
  letter: 'email',
  deed: 'action',
  scene: 'fixture',
  lab: 'network sandbox',
  unsteady: 'flaky',
  manners: 'rate limits',
  'about whom': 'match',
  sweep: 'clean up',
  wake: 'resume',
  resting: 'paused',
  'one door': 'safe fetch',
  judged: 'classified, matched',
  judgement: 'result',
  figures: 'metrics',
  papers: 'docs',
}

/** Retired as names, but ordinary English words in the docs. */
const ORDINARY_IN_PROSE = ['told', 'subject', 'standing', 'judged', 'figures', 'letter', 'wake', 'sweep', 'papers']

/** Where a retired word is still correct. */
const ALLOWED: [path: string, words: string[], reason: string][] = [
  ['server/news/reading/clauses/', ['subject'], 'the subject of a sentence'],
  ['server/news/reading/', ['subject'], 'the company that an item is about'],
  ['tools/train/reader/', ['subject'], 'the company that an item is about'],
  ['server/news/summarize/own-sentences.ts', ['subject'], 'the subject of a sentence'],
  ['tests/vocabulary.test.ts', Object.keys(RETIRED), 'the list itself'],
  ['server/news/', ['letter'], 'letters of the alphabet'],
  ['server/companies/export/formats.ts', ['letter'], 'letters of the alphabet'],
  ['web/features/commands/match.ts', ['letter'], 'letters of the alphabet'],
  ['domain/news/', ['standing'], 'how a company is doing'],
  ['server/news/read/standings', ['standing'], 'how a company is doing'],
  ['server/news/routes.ts', ['standing'], 'how a company is doing'],
  ['server/compose/portfolio.ts', ['standing'], 'how a company is doing'],
  ['web/features/news/', ['standing'], 'how a company is doing'],
  ['web/features/companies/queries.ts', ['standing'], 'how a company is doing'],
  ['web/features/analytics/', ['standing'], 'how a company is doing'],
  ['web/api/offline/kept-answers.ts', ['standing'], 'how a company is doing'],
  ['domain/developer-pages.ts', ['subject'], 'the subject of an email'],
  ['server/admin/support/', ['subject'], 'the subject of an email'],
  ['server/admin/users.closing.test.ts', ['subject'], 'the subject of an email'],
  ['server/auth/', ['subject'], 'the subject of an email'],
  ['server/billing/', ['subject'], 'the subject of an email'],
  ['server/news/briefs/always-a-brief.test.ts', ['subject'], 'the subject of an email'],
  ['server/integrations/webhooks/', ['subject'], 'the subject of an email'],
  ['domain/mailings/', ['subject'], 'the subject of an email'],
  ['server/mailings/', ['subject'], 'the subject of an email'],
  ['web/features/mailings/', ['subject'], 'the subject of an email'],
  ['server/sharing/', ['subject'], 'the subject of an email'],
  ['web/features/sharing/', ['subject'], 'the subject of an email'],
  ['server/platform/database/schema/email.ts', ['subject'], 'the subject of an email'],
  ['server/platform/email/', ['subject'], 'the subject of an email'],
  ['server/platform/metrics/operation-metrics.test.ts', ['subject'], 'the subject of an email'],
  ['web/pages/developer/', ['subject'], 'the subject of an email'],
  ['domain/updates/', ['subject', 'letter'], 'the subject of an email, letters of the alphabet'],
  ['server/updates/', ['subject'], 'the subject of an email'],
  ['bench/fixtures/mime.ts', ['subject'], 'the subject of an email'],
  ['server/testing/inbound/', ['subject', 'letter'], 'the subject of an email, letters of the alphabet'],
  ['server/platform/database/schema/updates.ts', ['subject'], 'the subject of an email'],
  ['web/features/updates/', ['subject'], 'the subject of an email'],
  ['web/pages/update.tsx', ['subject'], 'the subject of an email'],
  ['tests/network/sandbox.ts', ['subject'], 'the subject of a certificate'],
  ['domain/news/standing', ['standing'], 'how a company is doing'],
  ['web/features/news/', ['standing'], 'how a company is doing'],
  ['README.md', ['happening'], 'the product’s description'],
  ['web/prerender/frame.tsx', ['happening', 'told'], 'the product’s description'],
  ['docs/operations.md', ['mirror'], 'a mirror of a source'],
  ['server/news/match/match.test.ts', ['told'], 'the text of an article'],
  ['web/features/companies/report/', ['holding'], 'investments of a portfolio'],
  ['web/pages/report.test.tsx', ['holding'], 'investments of a portfolio'],
]

type Source = { path: string; text: string }

const sources: Source[] = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|md)$/.test(path) && !path.startsWith('content/') && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const code = sources.filter(({ path }) => !path.endsWith('.md'))
const docs = sources.filter(({ path }) => path.endsWith('.md'))

test('no identifier uses a retired word', () => {
  expect(code.flatMap((source) => retiredIn(source, identifiersIn(source.text)))).toEqual([])
})

test('no file name uses a retired word', () => {
  expect(sources.flatMap((source) => retiredIn(source, source.path))).toEqual([])
})

test('no log message uses a retired word', () => {
  const messages = /\blog\??\.(?:debug|info|warn|error)\([^'"`]*(?:['"`][^'"`\n]*['"`][^'"`\n]*){1,3}/g
  expect(code.flatMap((source) => retiredIn(source, (source.text.match(messages) ?? []).join('\n')))).toEqual([])
})

test('no documentation page uses a retired word', () => {
  const found = docs.flatMap((source) => retiredIn(source, source.text))
  expect(found.filter((line) => !ORDINARY_IN_PROSE.some((word) => line.includes(`"${word}"`)))).toEqual([])
})

test.each([
  ['identifiers', "const tellAgain = 'manners' // a deed\nopenLetterBox(subjectIds)", ['subject', 'letter']],
  ['constants', 'MAX_OWN_FINDS', ['own find']],
  ['file names', 'server/news/own-view.ts', ['own view']],
])('a retired word in %s is detected', (kind, text, expected) => {
  const found = retiredIn({ path: 'x.ts', text }, kind === 'identifiers' ? identifiersIn(text) : text)
  expect(found.map((line) => /"(.+?)"/.exec(line)?.[1])).toEqual(expected)
})

function retiredIn({ path }: Source, text: string): string[] {
  const words = ` ${wordsOf(text).join(' ')} `
  return Object.entries(RETIRED)
    .filter(([word]) => words.includes(` ${word} `) || words.includes(` ${word}s `))
    .filter(([word]) => !ALLOWED.some(([prefix, allowed]) => path.startsWith(prefix) && allowed.includes(word)))
    .map(([word, instead]) => `${path}: "${word}" (say: ${instead})`)
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** Strips comments, strings and regular expressions, where most words are ordinary English. */
const identifiersIn = (text: string): string =>
  text.replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[(,=:[!&|?{};\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//g,
    ' ',
  )
