import { DAY_MS } from '#domain/time.ts'
import { htmlToText, lines, MAX_TEXT, MAX_TITLE, oneLine } from './html/plain-text.ts'
import { parseFeedDate } from '#domain/dates/feed-date.ts'
import type { FoundItem } from './found-item.ts'

export type JsonRecord = Record<string, unknown>

/** Undefined for invalid JSON. */
export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const recordsIn = (value: unknown, max: number): JsonRecord[] =>
  Array.isArray(value) ? value.slice(0, max).filter(isRecord) : []

export const textsIn = (value: unknown, max: number): string[] =>
  Array.isArray(value) ? value.slice(0, max).filter((each): each is string => typeof each === 'string') : []

export const line = (value: unknown, max = MAX_TITLE): string => oneLine(textOf(value), max)

export const paragraphs = (value: unknown, max = MAX_TEXT): string => lines(textOf(value), max)

export const textOfHtml = (value: unknown, max = MAX_TEXT): string => htmlToText(textOf(value), max)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type WrittenDate = Pick<FoundItem, 'publishedAt' | 'precision'>

const NO_DATE: WrittenDate = { publishedAt: null, precision: 'none' }

export function writtenDate(value: unknown, now: Date): WrittenDate {
  const date = typeof value === 'string' ? parseFeedDate(value) : null
  return date ? believable({ publishedAt: date.at, precision: date.precision }, now) : NO_DATE
}

/** Takes seconds or milliseconds, whichever is plausible. */
export function epochDate(value: unknown, now: Date): WrittenDate {
  if (typeof value !== 'number' || !(value > 0) || value > 1e13) return NO_DATE
  return believable({ publishedAt: new Date(value < 1e11 ? value * 1000 : value), precision: 'second' }, now)
}

/** Drops dates from before the web or in the future. Clocks and time zones may be off by a day. */
export function believable<Dated extends WrittenDate>(dated: Dated, now: Date): Dated {
  const ms = dated.publishedAt?.getTime() ?? 0
  return ms > Date.UTC(1994, 0, 1) && ms < now.getTime() + DAY_MS ? dated : { ...dated, ...NO_DATE }
}
