import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const screens = ['paths.ts', 'ui/', 'api/', 'auth/', 'account/', 'companies/', 'news/'].map(
  (part) => `web/${part}`,
)

/** What every word of the server is made with. */
const feature = ['domain/', 'server/ports.ts', 'server/database/', 'server/http/']

/** The dependency rule: what each area may import beside itself. The first area that a file's path starts with is its own. */
const areas: [area: string, mayImport: string[]][] = [
  ['domain/', []],
  ['server/testing/', ['domain/', 'server/']],
  ['server/ports.ts', ['domain/', 'server/database/']],
  ['server/config/fields.ts', []],
  ['server/config/news.ts', ['domain/', 'server/config/fields.ts']],
  ['server/config/writer.ts', ['server/config/fields.ts']],
  ['server/config/payments.ts', ['server/config/fields.ts']],
  ['server/config/auth.ts', ['server/config/fields.ts']],
  ['server/config/email.ts', ['server/config/fields.ts']],
  ['server/config/config.ts', ['server/config/fields.ts']],
  ['server/billing/payment-provider.ts', ['domain/']],
  [
    'server/config/config.ts',
    [
      'server/config/config.ts',
      'server/config/news.ts',
      'server/config/writer.ts',
      'server/config/payments.ts',
      'server/config/auth.ts',
      'server/config/email.ts',
      'server/config/fields.ts',
      'server/platform/fetch/target.ts',
    ],
  ],
  ['server/fetch/', ['server/ports.ts']],
  ['server/platform/log.ts', ['server/ports.ts']],
  ['server/database/', ['domain/', 'server/config/config.ts']],
  ['server/http/', ['domain/', 'server/ports.ts', 'server/platform/database/errors.ts']],
  ['server/mail/', [...feature]],
  [
    'server/auth-server/',
    [
      'domain/',
      'server/ports.ts',
      'server/config/config.ts',
      'server/database/',
      'server/http/',
      'server/mail/',
    ],
  ],
  [
    'server/adapters/',
    [
      'domain/',
      'server/ports.ts',
      'server/billing/payment-provider.ts',
      'server/config/config.ts',
      'server/database/',
      'server/platform/http/plain-page.ts',
      'server/auth-server/',
      'server/news/sources/source.ts',
      'server/gather/ingest/',
      'server/gather/feed/',
      'server/curate/',
    ],
  ],
  ['server/account/', [...feature]],
  ['server/companies/', [...feature, 'server/account/']],
  ['server/news/', [...feature, 'server/account/', 'server/companies/']],
  ['server/gather/', [...feature, 'server/account/', 'server/companies/', 'server/news/', 'server/curate/']],
  ['server/insights/', [...feature, 'server/companies/', 'server/gather/']],
  ['server/search/', [...feature, 'server/account/', 'server/companies/', 'server/news/', 'server/gather/']],
  ['server/discover/', [...feature, 'server/gather/own-view/', 'server/curate/text/']],
  ['server/billing/', [...feature, 'server/account/', 'server/billing/payment-provider.ts']],
  ['server/curate/', ['domain/']],
  ['server/logos/', [...feature, 'server/companies/', 'server/fetch/']],
  ['server/admin/', [...feature, 'server/account/', 'server/gather/', 'server/billing/']],
  ['server/reminders/', [...feature, 'server/mail/', 'server/account/']],
  ['server/operator/', ['domain/', 'server/']],
  ['server/developer/', [...feature, 'server/billing/payment-provider.ts', 'server/billing/']],
  ['server/', ['domain/', 'server/']],
  ['web/testing/', ['domain/', 'web/']],
  ['web/paths.ts', []],
  ['web/ui/', []],
  ['web/api/', ['domain/', 'web/paths.ts']],
  ['web/auth/', ['domain/', 'web/paths.ts', 'web/ui/', 'web/api/']],
  ['web/account/', ['domain/', 'web/paths.ts', 'web/ui/', 'web/api/', 'web/auth/']],
  ['web/companies/', ['domain/', 'web/paths.ts', 'web/ui/', 'web/api/', 'web/auth/', 'web/account/']],
  [
    'web/news/',
    ['domain/', 'web/paths.ts', 'web/ui/', 'web/api/', 'web/auth/', 'web/account/', 'web/companies/'],
  ],
  [
    'web/insights/',
    [
      'domain/',
      'web/paths.ts',
      'web/ui/',
      'web/api/',
      'web/auth/',
      'web/account/',
      'web/companies/',
      'web/news/',
    ],
  ],
  [
    'web/billing/',
    [
      'domain/',
      'web/paths.ts',
      'web/ui/',
      'web/api/',
      'web/auth/',
      'web/account/',
      'web/companies/',
      'web/news/',
    ],
  ],
  [
    'web/search/',
    [
      'domain/',
      'web/paths.ts',
      'web/ui/',
      'web/api/',
      'web/auth/',
      'web/account/',
      'web/companies/',
      'web/news/',
    ],
  ],
  ['web/admin/', ['domain/', 'web/paths.ts', 'web/ui/', 'web/api/', 'web/auth/', 'web/account/']],
  ['web/palette/', ['domain/', ...screens]],
  ['web/keys/', ['domain/', ...screens, 'web/palette/']],
  ['web/pages/', ['domain/', 'web/']],
  ['web/', ['domain/', 'web/']],
  ['bench/', ['domain/', 'server/', 'tools/', 'web/']],
  ['tools/', ['domain/', 'server/', 'web/', 'bench/']],
  ['tests/', ['domain/', 'server/', 'web/', 'tools/']],
]

/** Exceptions to "may": what an area would reach by its list but must not. */
const never: [area: string, forbidden: string][] = [['web/pages/', 'web/app/']]

const FORBIDDEN_NAMES =
  /(^|\/)(utils?|helpers?|common|misc|lib|types|constants|services?|managers?|index)(\/|\.tsx?$)/

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { encoding: 'utf8' },
)
  .split('\n')
  // One that was moved is in the list until the change is committed.
  .filter((file) => file !== '' && !file.endsWith('.d.ts') && existsSync(file))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
const areaOf = (path: string) => areas.find(([area]) => path.startsWith(area))

function importsOf({ path, text }: { path: string; text: string }): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*['"]((?:\.{1,2}\/|#domain\/)[^'"]+)['"]/g)
  return [...found].map(([, target = '']) =>
    target.startsWith('#domain/') ? target.slice(1) : normalize(join(dirname(path), target)),
  )
}

test('every import keeps the dependency rule', () => {
  const broken = files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !mayImport(file.path, target))
        .map((target) => `${file.path} → ${target}`),
    )
  expect(broken).toEqual([])
})

function mayImport(path: string, target: string): boolean {
  const [area, allowed] = areaOf(path) ?? ['', ['']]
  if (never.some(([from, to]) => path.startsWith(from) && target.startsWith(to))) return false
  if (target.startsWith('server/testing/') || target.startsWith('web/testing/'))
    return (
      path.startsWith(target.slice(0, target.indexOf('/testing/') + 9)) || /^(tests|bench|tools)\//.test(path)
    )
  return target.startsWith(area) || allowed.some((prefix) => target.startsWith(prefix))
}

test('the domain imports nothing but zod', () => {
  const foreign = files
    .filter(({ path }) => path.startsWith('domain/') && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/from '([^.#][^']*)'/g)].map(([, name]) => `${path}: ${name}`),
    )
    .filter((line) => !line.endsWith(': zod'))
  expect(foreign).toEqual([])
})

test('no word imports an adapter, and the environment is read at the doors only', () => {
  const readers = files.filter(
    ({ path, text }) => path.startsWith('server/') && !isTest(path) && /process\.env\b/.test(text),
  )
  expect(
    readers.map(({ path }) => path).filter((path) => !['server/main.ts', 'server/cli.ts'].includes(path)),
  ).toEqual([])
})

test('files are short enough to be read and named for what they hold', () => {
  expect(files.filter(({ text }) => text.split('\n').length > 251).map(({ path }) => path)).toEqual([])
  expect(
    files.map(({ path }) => path).filter((path) => FORBIDDEN_NAMES.test(path) || /[A-Z_ ]/.test(path)),
  ).toEqual([])
})

test('no escape hatches', () => {
  const hatches =
    /\bas any\b|: any(?=[ \t]*(?:[^\w \t]|$))|@ts-ignore|vi\.mock\(|dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|outerHTML|setHTMLUnsafe|eslint-disable/
  const own = 'tests/architecture.test.ts'
  expect(
    files.filter(({ path, text }) => path !== own && hatches.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('no test asserts a time', () => {
  const clock = /performance\.now|expect\([^\n]*(?:Date\.now\(\)|cpuUsage)[^\n]*\)\.to/i
  const measuring = files.filter(({ path, text }) => /\.(?:test|spec)\.tsx?$/.test(path) && clock.test(text))
  expect(measuring.map(({ path }) => path)).toEqual([])
})
