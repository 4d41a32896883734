import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fingerprintOf, inRepository, readManifest, SHIPPED_FILES } from './shipped-files.ts'
import { installedVersion, WORD_LISTS } from './word-lists.ts'
import { hasWordVectors, WORD_VECTORS } from './word-vectors.ts'

/** Trained on a GPU, so not rebuilt here; tools/train/reader has the scripts. */
const trained = z
  .object({ files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })) })
  .parse(JSON.parse(readFileSync('tools/train/reader/record.json', 'utf8'))).files
const REBUILD_MS = 600_000
const { files, datasets, wordLists } = readManifest()
const dataDir = process.env.LABELED_DATA ?? ''
const rebuildable = SHIPPED_FILES.filter((file) =>
  file.needsWordVectors ? hasWordVectors() : file.datasets.length === 0 || dataDir !== '',
)
const usedDatasets = [...new Set(SHIPPED_FILES.flatMap((file) => file.datasets))]

test.each(Object.entries({ ...files, ...trained }))('%s matches its recorded fingerprint', (path, recorded) => {
  expect(fingerprintOf(inRepository(path))).toEqual(recorded)
})

test('the manifest records exactly the generated files and what they were built from', () => {
  expect(Object.keys(files)).toEqual(SHIPPED_FILES.map(({ path }) => path).sort())
  expect(Object.keys(datasets)).toEqual(usedDatasets.map(({ file }) => file).sort())
  expect(wordLists).toEqual(Object.fromEntries(WORD_LISTS.map((name) => [name, installedVersion(name)])))
})

test('every server data file is generated or trained', () => {
  const data = readdirSync('server', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:ts|as|jsonl?|sql|md)$/.test(entry.name))
    .filter(({ parentPath }) => !/testing|\/cases$/.test(parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
  const shipped = [...SHIPPED_FILES.map(({ path }) => path), ...Object.keys(trained)].filter(
    (path) => !/\.(?:ts|json)$/.test(path),
  )
  expect(data.sort()).toEqual(shipped.sort())
})

describe.each(['NOTICE', 'docs/data.md'])('%s', (doc) => {
  const text = readFileSync(doc, 'utf8').replaceAll(/\s+/g, ' ')

  test.each(SHIPPED_FILES)('names $path', ({ path }) => {
    expect(text).toContain(path)
  })

  test.each(usedDatasets)('names the source, version and license of $file', ({ name, source, version, license }) => {
    for (const fact of [name, source, version, license]) expect(text).toContain(fact)
  })

  test('names the source, version and license of the word vectors', () => {
    const { name, version, source, license } = WORD_VECTORS
    for (const fact of [name, version, source, license]) expect(text).toContain(fact)
  })

  test.each([...WORD_LISTS, '@zxcvbn-ts/language-common'])('names the installed version of %s', (name) => {
    expect(text).toContain(name)
    expect(text).toContain(installedVersion(name))
  })
})

test.each(rebuildable)(
  'rebuilding $name gives identical bytes',
  ({ path, build }) => {
    expect(build(dataDir).equals(inRepository(path))).toBe(true)
  },
  REBUILD_MS,
)
