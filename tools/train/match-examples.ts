import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ArticleOfCase } from '../../server/news/reading/cases/press-cases.ts'
import { readCompany, type Company } from '../../server/news/match/company.ts'
import { allMentions, readItem, type Item } from '../../server/news/match/mentions.ts'
import {
  COMPANY_HEADLINES,
  COMPANY_MENTIONS,
  COMPANY_RELATIONS,
  NAMESAKE_PASSAGES,
  PRESS_RELEASES,
  SALIENT_ENTITIES,
  trainingRows,
  type NamedCompany,
} from './datasets.ts'

/** Is the item about the company? In an evaluation, examples with the same `name` belong in the same fold. */
export type MatchExample = { name: string; is: boolean; weight: number; company: Company; item: Item }

/** Missing a headline is slightly worse than showing one too many. */
const FOUND = 1.25

/** Most users enter a name and a website; a description is rarer, so each headline is used with and without one. */
export function headlineExamples(dataDir: string): MatchExample[] {
  const headlines = trainingRows(dataDir, COMPANY_HEADLINES)
    .filter(({ hiring }) => !hiring)
    .flatMap((row): MatchExample[] => {
      const { name, website, one_liner, description, title, label } = row
      const example = { name, is: label === 1, item: { title } }
      const whole = [one_liner, description].filter(Boolean).join('. ')
      const weight = label === 1 ? FOUND : 1
      return [
        { ...example, weight, company: { name, website, description: whole } },
        { ...example, weight: weight / 2, company: { name, website, description: one_liner } },
        { ...example, weight, company: { name, website } },
        { ...example, weight: weight / 2, company: { name } },
      ]
    })
  return [...headlines, ...trainingRows(dataDir, NAMESAKE_PASSAGES).flatMap(people), ...caseExamples()]
}

const WORDS_AROUND = 5

/** Few headlines in the dataset name people, so passages that do are cut to headline length. */
function people({ name, one_liner, passage }: NamedCompany & { passage: string }): MatchExample[] {
  const company = { name, description: one_liner }
  const { text } = readItem({ title: '', text: passage })
  const [first] = allMentions(readCompany(company).forms, text)
  if (!first?.isPerson) return []
  const [from, to] = [text.words[Math.max(0, first.at - WORDS_AROUND)], text.words[first.at + WORDS_AROUND]]
  const title = passage.slice(from?.start, to?.end).replaceAll(/\s+/g, ' ')
  return [{ name, is: false, weight: 1, company, item: { title } }]
}

/** Long passages and feed-sized snippets from them, with and without a company description. */
export const passageExamples = (dataDir: string): MatchExample[] => [
  ...trainingRows(dataDir, NAMESAKE_PASSAGES).flatMap(namesakes),
  ...mentionExamples(dataDir),
  ...coinedExamples(dataDir),
  ...trainingRows(dataDir, PRESS_RELEASES).flatMap(releases),
  ...caseExamples(),
]

const LONGEST_DESCRIPTION = 300

/** The company description is taken from another passage about the same company, if there is one. */
export function mentionExamples(dataDir: string): MatchExample[] {
  const passages = trainingRows(dataDir, COMPANY_RELATIONS)
  return trainingRows(dataDir, COMPANY_MENTIONS).flatMap(({ mention, context }) => {
    const example = { name: mention, is: true, weight: 3, item: { title: '', text: context } }
    const other = passages.find(({ e1, e2, text }) => (e1 === mention || e2 === mention) && text !== context)
    const company = { name: mention, description: other?.text.slice(0, LONGEST_DESCRIPTION) }
    return other
      ? [
          { ...example, company: { name: mention } },
          { ...example, weight: 1, company },
        ]
      : [{ ...example, company }]
  })
}

/** The names in those mentions are all English words, so each passage is used again with a coined name instead. */
function coinedExamples(dataDir: string): MatchExample[] {
  const found = trainingRows(dataDir, COMPANY_HEADLINES).filter(({ label, kind }) => label === 1 && kind === 'coined')
  const names = [...new Set(found.map(({ name }) => name))].filter((name) => /^[A-Z][a-z]+$/.test(name))
  return trainingRows(dataDir, COMPANY_MENTIONS).map(({ mention, context }, at) => {
    const name = names[at % names.length] ?? mention
    return {
      name,
      is: true,
      weight: 1,
      company: { name },
      item: { title: '', text: context.replaceAll(mention, name) },
    }
  })
}

const AROUND = 90

function namesakes({ title, passage, ...named }: NamedCompany & { title: string; passage: string }): MatchExample[] {
  const { name, website, one_liner } = named
  const snippet = around(passage, passage.indexOf(name), AROUND)
  return [
    { name, website, description: one_liner },
    { name, website },
  ].flatMap((company): MatchExample[] => [
    { name, is: false, weight: 1, company, item: { title, text: passage } },
    { name, is: false, weight: 1, company, item: { title: '', text: snippet } },
  ])
}

const BOILERPLATE = /\n#{0,4}\s{0,9}\**About ([A-Z][^\n:*]{1,60}?)\**:?\**\s{0,9}\n+([^\n]{40,})/
const PASSAGE = 350
const DESCRIPTION = 200

/** A release is about its issuer. The "About" paragraph at the end serves as the description, the rest as the text. */
function releases({ id, title = '', text }: { id: string; title?: string | undefined; text: string }): MatchExample[] {
  const found = BOILERPLATE.exec(text)
  const name = found?.[1]?.trim() ?? ''
  if (!found || /^(?:the|us|our|this)\b/i.test(name)) return []
  const body = text.slice(0, found.index)
  const places = [...body.matchAll(new RegExp(`\\b${(/^[\p{L}\p{N}]+/u.exec(name) ?? ['$'])[0]}\\b`, 'gu'))]
  const at = places[id.charCodeAt(0) % Math.max(1, places.length)]?.index
  if (at === undefined) return []
  return [{ name, description: (found[2] ?? '').slice(0, DESCRIPTION) }, { name }].flatMap(
    (company, next): MatchExample[] => [
      { name, is: true, weight: 1, company, item: { title: next === 0 ? '' : title, text: around(body, at, PASSAGE) } },
      { name, is: true, weight: 0.5, company, item: { title: '', text: around(body, at, AROUND) } },
    ],
  )
}

const around = (text: string, at: number, size: number) => text.slice(Math.max(0, at - size), Math.max(0, at) + size)

const CASE = 1

/** News of the kind investors read. The headlines above are mostly about launches. */
const caseExamples = (): MatchExample[] =>
  newsCases().flatMap(({ company, title, text, expect: { about } }) => {
    const example = { name: company.name, is: about, item: { title, text } }
    return [
      { ...example, weight: CASE, company },
      { ...example, weight: CASE / 2, company: { ...company, description: null } },
    ]
  })

const CASES = new URL('../../server/news/reading/cases/', import.meta.url)
const NewsCase = ArticleOfCase.extend({
  expect: z.object({ about: z.boolean(), primary: z.boolean(), event: z.string().nullable() }),
})

export const newsCases = () => casesIn('development.jsonl').map((one) => NewsCase.parse(one))

/** Articles about the company that report no known event type: licenses, studies, prizes, visits. */
export const ordinaryCases = () => casesIn('ordinary-development.jsonl').map((one) => ArticleOfCase.parse(one))

const casesIn = (file: string): unknown[] =>
  readFileSync(new URL(file, CASES), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const STRIDES = [37, 101]

/** News with the description of its company, and with those of others, as if they had the same name. */
export function tradeExamples(dataDir: string): MatchExample[] {
  const news = [...newsCases().filter(({ expect }) => expect.about), ...ordinaryCases()]
  const sets: { weight: number; about: Pick<MatchExample, 'name' | 'company' | 'item'>[] }[] = [
    {
      weight: 1,
      about: news.map(({ company, title, text }) => ({ name: company.name, company, item: { title, text } })),
    },
    {
      weight: 1,
      about: trainingRows(dataDir, COMPANY_HEADLINES)
        .filter(({ hiring, label }) => !hiring && label === 1)
        .map(({ name, one_liner, description, title }) => ({
          name,
          company: { name, description: [one_liner, description].filter(Boolean).join('. ') },
          item: { title },
        })),
    },
    { weight: 0.3, about: trainingRows(dataDir, PRESS_RELEASES).flatMap(releases) },
  ]
  return sets.flatMap(({ weight, about }) => {
    const described = about.filter(({ company }) => company.description)
    return described.flatMap((one, at) => [
      { ...one, is: true, weight },
      ...STRIDES.flatMap((stride): MatchExample[] => {
        const other = described[(at + stride) % described.length]
        if (!other || other.name === one.name) return []
        const company = { ...one.company, description: other.company.description }
        return [{ ...one, is: false, weight: weight / STRIDES.length, company }]
      }),
    ])
  })
}

/** Is the article mainly about the entity it mentions? */
export const salienceExamples = (dataDir: string): MatchExample[] => [
  ...trainingRows(dataDir, SALIENT_ENTITIES).flatMap(({ doc_id, title, body, entities }) =>
    entities.map(({ entity, spots, salient }) => ({
      name: String(doc_id),
      is: salient === 1,
      // Salient entities are rare; with equal weights, the model would predict them too rarely for the best F1.
      weight: salient === 1 ? 2 : 1,
      company: { name: entity, aliases: spots },
      item: { title, text: body },
    })),
  ),
  ...newsCases().flatMap(({ company, title, text, expect: { about, primary } }): MatchExample[] =>
    about ? [{ name: company.name, is: primary, weight: 3, company, item: { title, text } }] : [],
  ),
]
