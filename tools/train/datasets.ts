import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A public dataset in JSON Lines format. docs/data.md explains how to obtain and prepare each one. */
export type Dataset<Row = unknown> = {
  file: string
  name: string
  source: string
  version: string
  license: string
  row: z.ZodType<Row>
  /** Rows with the same key are never on both sides of the split. */
  splitKey: (row: Row) => string
}

const COMPANY_RELATION_SOURCE = {
  name: 'CORE: A Few-Shot Company Relation Classification Dataset',
  source: 'https://github.com/pnborchert/CORE',
  version: '168899d',
  license: 'CC BY 4.0',
}

export const COMPANY_RELATIONS: Dataset<{
  id: string
  text: string
  e1: string
  e2?: string | undefined
  relation: string
  section: string
}> = {
  ...COMPANY_RELATION_SOURCE,
  file: 'section_core/dev.jsonl',
  row: z.object({
    id: z.string(),
    text: z.string(),
    e1: z.string(),
    e2: z.string().optional(),
    relation: z.string(),
    section: z.string(),
  }),
  splitKey: ({ id }) => id,
}

export const FINANCE_HEADLINES: Dataset<{ clean: string; label_name: string; section: string }> = {
  file: 'section_tfnt/dev.jsonl',
  name: 'Twitter Financial News (topic)',
  source: 'https://huggingface.co/datasets/zeroshot/twitter-financial-news-topic',
  version: '1.0.0',
  license: 'MIT',
  row: z.object({ clean: z.string(), label_name: z.string(), section: z.string() }),
  splitKey: ({ clean }) =>
    clean
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim(),
}

const PRESS_RELEASE_ARCHIVE = {
  name: 'Newsworthy.ai press release archive',
  source: 'https://github.com/Newsworthyai/press-release-archive',
  version: '9b2f3f325',
  license: 'CC0 1.0',
}

export const PRESS_RELEASES: Dataset<{ id: string; title?: string | undefined; text: string }> = {
  ...PRESS_RELEASE_ARCHIVE,
  file: 'articles_pr/dev.jsonl',
  row: z.object({ id: z.string(), title: z.string().optional(), text: z.string() }),
  splitKey: ({ id }) => id,
}

export const PRESS_RELEASE_LEADS: Dataset<{ story_id: string; kind: string; lead?: string | undefined }> = {
  ...PRESS_RELEASE_ARCHIVE,
  file: 'story_newsramp/dev.jsonl',
  row: z.object({ story_id: z.string(), kind: z.string(), lead: z.string().optional() }),
  splitKey: ({ story_id }) => story_id,
}

export type NamedCompany = { name: string; website: string; one_liner: string | null }
const namedCompany = { name: z.string(), website: z.string(), one_liner: z.string().nullable() }

export const COMPANY_HEADLINES: Dataset<
  NamedCompany & { label: number; kind: string; description: string | null; title: string; hiring: boolean }
> = {
  file: 'disambig_hn/dev.jsonl',
  name: 'Headlines that name a company of the Y Combinator directory',
  source: 'https://github.com/yc-oss/api',
  version: '330d7b52a',
  license: 'facts and titles only',
  row: z.object({
    ...namedCompany,
    label: z.number(),
    kind: z.string(),
    description: z.string().nullable(),
    title: z.string(),
    hiring: z.boolean(),
  }),
  splitKey: ({ name }) => name,
}

export const NAMESAKE_PASSAGES: Dataset<NamedCompany & { title: string; passage: string }> = {
  file: 'disambig_articles_neg/dev.jsonl',
  name: 'Passages of articles older than the company whose name they have',
  source: 'https://github.com/yc-oss/api',
  version: '330d7b52a',
  license: 'research use, counted only',
  row: z.object({ ...namedCompany, title: z.string(), passage: z.string() }),
  splitKey: ({ name }) => name,
}

export const COMPANY_MENTIONS: Dataset<{ mention: string; context: string }> = {
  ...COMPANY_RELATION_SOURCE,
  file: 'disambig_articles_neg/core_positives_dev.jsonl',
  row: z.object({ mention: z.string(), context: z.string() }),
  splitKey: ({ mention }) => mention,
}

export const SALIENT_ENTITIES: Dataset<{
  doc_id: number
  title: string
  body: string
  entities: { entity: string; spots: string[]; salient: number }[]
}> = {
  file: 'salience_wikinews/dev.jsonl',
  name: 'SEL Wikinews entity salience',
  source: 'https://github.com/dexter/dexter-datasets',
  version: '8a933bf',
  license: 'Apache-2.0 and CC BY',
  row: z.object({
    doc_id: z.number(),
    title: z.string(),
    body: z.string(),
    entities: z.array(z.object({ entity: z.string(), spots: z.array(z.string()), salient: z.number() })),
  }),
  splitKey: ({ doc_id }) => String(doc_id),
}

/** The rows in the training split, in file order. */
export function trainingRows<Row>(dataDir: string, { file, row, splitKey }: Dataset<Row>): Row[] {
  return readFileSync(join(dataDir, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => row.parse(JSON.parse(line)))
    .filter((one) => isTrainingKey(splitKey(one)))
}

/** 60% of each dataset. The other 40% is held out for evaluation and must never be trained on. */
export const isTrainingKey = (key: string): boolean => createHash('sha1').update(key).digest().readUInt32BE(0) % 10 < 6
