import type { Fetched } from '../../../platform/fetch/fetch.ts'
import { badResult } from '../poll-result.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Memory, SourceResult, TrackedCompany } from '../source.ts'
import { pollNewsSearch, type SearchRequest } from './poll-search.ts'
import { isRecord, readJson, recordsIn, type JsonRecord, line, writtenDate } from '../../formats/fields.ts'
import { foundNames, mentions, phrase, searchedNames } from '../search-names.ts'

export const GDELT = 'https://api.gdeltproject.org'

export async function pollGdelt(
  trackedCompany: TrackedCompany,
  memory: Memory,
  request: SearchRequest,
): Promise<SourceResult> {
  const names = foundNames(trackedCompany)
  if (searchable(trackedCompany).length === 0)
    return badResult('unsupported', 'The name is too short to be searched for.', memory)
  const search = {
    url: gdeltRequest(trackedCompany, request.origin),
    accept: 'application/json',
    parse: ({ bytes }: Fetched) => parseGdelt(bytes, request.now),
    // GDELT also matches boilerplate on the page, so the headline decides.
    isMatch: ({ title }: FoundItem) => mentions(title, names),
  }
  return pollNewsSearch(search, memory, request)
}

/** GDELT rejects short phrases with a plain-text 200 response. */
const searchable = (trackedCompany: TrackedCompany) => searchedNames(trackedCompany).filter((name) => name.length >= 4)

/** GDELT requires parentheses around alternatives and allows them nowhere else. */
function gdeltQuery(trackedCompany: TrackedCompany): string {
  const phrases = searchable(trackedCompany).map((name) => phrase(name.replaceAll(/[()]/g, ' ')))
  return phrases.length > 1 ? `(${phrases.join(' OR ')})` : phrases.join('')
}

export const gdeltRequest = (trackedCompany: TrackedCompany, origin: string): string =>
  `${origin}/api/v2/doc/doc?${new URLSearchParams({
    query: gdeltQuery(trackedCompany),
    mode: 'ArtList',
    format: 'json',
    maxrecords: '75',
    timespan: '7d',
    sort: 'DateDesc',
  })}`

/** `{}` means no articles. Null if the response is a plain-text error. */
export function parseGdelt(bytes: Buffer, now: Date): FoundItem[] | null {
  const answer = readJson(bytes)
  if (!isRecord(answer)) return null
  return recordsIn(answer.articles, 200).flatMap((article) => toItem(article, now) ?? [])
}

function toItem({ url, title, seendate, domain, language }: JsonRecord, now: Date): FoundItem | null {
  const address = repairedAddress(url)
  const headline = repairedTitle(line(title))
  if (address === null || headline === '') return null
  const { publishedAt } = writtenDate(seendate, now)
  return {
    url: address,
    title: headline,
    text: '',
    publishedAt,
    // The date is when GDELT first saw the article, some time after publication.
    precision: publishedAt ? 'day' : 'none',
    publisher: line(domain, 120) || null,
    language: LANGUAGES[line(language, 40).toLowerCase()] ?? null,
    kind: 'press',
    facts: {},
  }
}

/** Some URLs end with leftover HTML attributes. */
function repairedAddress(url: unknown): string | null {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) return null
  return url.slice(0, 8192).replace(/(?:%20|\s)+(?:title|target|rel|class)=.*$/i, '')
}

/** Headlines come tokenized: "Acme , Inc . raises $ 5 million". */
const repairedTitle = (title: string) =>
  title
    .replaceAll(/ ([,.;:!?%)\]’])/g, '$1')
    .replaceAll(/([([\p{Sc}#]) (?=\S)/gu, '$1')
    .replaceAll(/ ' ?s\b/g, "'s")
    .replaceAll(/(\d) - (\d)/g, '$1-$2')

const LANGUAGES: Record<string, string | undefined> = Object.assign(Object.create(null), {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  swedish: 'sv',
  danish: 'da',
  norwegian: 'no',
  finnish: 'fi',
  polish: 'pl',
  turkish: 'tr',
  russian: 'ru',
  ukrainian: 'uk',
  chinese: 'zh',
  japanese: 'ja',
  korean: 'ko',
  arabic: 'ar',
  hebrew: 'he',
  greek: 'el',
  hindi: 'hi',
})
