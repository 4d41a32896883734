import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JOURNEYS, selectChanged, type Source } from './changed.ts'

const file = (path: string, ...imports: string[]): Source => ({
  path,
  text: imports.map((target) => `import { one } from '${target}'`).join('\n'),
})

const SOURCES = [
  file('domain/time.ts'),
  file('domain/time.test.ts', './time.ts'),
  file('domain/news/stories.ts', '#domain/time.ts'),
  file('domain/news/stories.test.ts', './stories.ts'),
  file('server/news/read/feed.ts', '#domain/news/stories.ts'),
  file('server/news/read/feed.test.ts', './feed.ts'),
  file('server/news/read/other.test.ts', './other.ts'),
  file('tests/journeys/reading.spec.ts', './steps/product.ts'),
  file('tests/journeys/billing.spec.ts', './steps/product.ts'),
  file('tests/journeys/first-run.spec.ts', './steps/product.ts'),
]
const chosenBy = (...changed: string[]) => {
  const { tests, journeys } = selectChanged(changed, SOURCES)
  return [...tests.filter((path) => !path.startsWith('tests/')), ...journeys]
}

test('runs tests beside a changed file, and tests that import it directly or through one other', () => {
  expect(chosenBy('domain/time.ts')).toEqual(['domain/time.test.ts', 'domain/news/stories.test.ts'])
  expect(chosenBy('server/news/read/feed.ts').sort()).toEqual([
    'server/news/read/feed.test.ts',
    'server/news/read/other.test.ts',
    'tests/journeys/first-run.spec.ts',
    'tests/journeys/reading.spec.ts',
  ])
})

test('a changed test runs without journeys, a changed journey alone, a removed file not at all', () => {
  expect(chosenBy('domain/time.test.ts')).toEqual(['domain/time.test.ts'])
  expect(chosenBy('tests/journeys/billing.spec.ts')).toEqual(['tests/journeys/billing.spec.ts'])
  expect(chosenBy('tests/journeys/gone.spec.ts', 'README.md')).toEqual([])
})

test('a file that everything imports runs the nearest forty tests; checks of all files always run', () => {
  const many = Array.from({ length: 60 }, (_, at) => file(`web/a/${at}.test.ts`, '#domain/errors.ts'))
  const far = [file('web/b/through.ts', '#domain/errors.ts'), file('web/b/far.test.ts', './through.ts')]
  const { tests } = selectChanged(['domain/errors.ts'], [...far, ...many])
  expect(tests).toHaveLength(43)
  expect(tests).not.toContain('web/b/far.test.ts')
  expect(selectChanged([], SOURCES).tests).toEqual([
    'tests/architecture.test.ts',
    'tests/vocabulary.test.ts',
    'tests/docs.test.ts',
  ])
})

test('the map names only journeys that exist', () => {
  const specs = readdirSync('tests/journeys').map((name) => name.replace('.spec.ts', ''))
  expect(JOURNEYS.flatMap(([, names]) => names).filter((name) => !specs.includes(name))).toEqual([])
})
