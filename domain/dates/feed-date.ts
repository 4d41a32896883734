import { monthNamed } from './month-stems.ts'
import { zoneOf } from './zones.ts'

export type FeedDate = { at: Date; precision: 'second' | 'day' }

/** 31/12/2026 or 12/31/2026. */
export type DayOrder = 'day-first' | 'month-first'

export type DateHints = { order?: DayOrder | null; language?: string | null }

type Day = { year: number; month: number; day: number }
type Time = { hour: number; minute: number; second: number }
type Parts = Day & { time: Time | null; zone: number }

const MAX_LENGTH = 80

/** A date without a zone is UTC. Null for 10/11/2026 unless the hints say which number is the day. */
export function parseFeedDate(written: string, hints: DateHints = {}): FeedDate | null {
  const text = written.slice(0, MAX_LENGTH).trim()
  if (text.length < 6) return null
  const epoch = epochIn(text)
  if (epoch) return epoch
  const parts = isoParts(text) ?? rssParts(text) ?? writtenParts(text, hints)
  return parts && dateOf(parts)
}

function dateOf({ year, month, day, time, zone }: Parts): FeedDate | null {
  if (year < 1980 || year > 2100 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  const { hour, minute, second } = time ?? { hour: 0, minute: 0, second: 0 }
  if (hour > 24 || minute > 59 || second > 60 || Math.abs(zone) > 14 * 60) return null
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute - zone, second))
  // Publishing tools write midnight when they were given only a day.
  const isDay = time === null || (hour === 0 && minute === 0 && second === 0)
  return { at, precision: isDay ? 'day' : 'second' }
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Unix time in seconds or milliseconds. Any time since 2001 has 10 or 13 digits, respectively. */
function epochIn(text: string): FeedDate | null {
  const match = /^(\d{10})(?:(\d{3})|\.\d{1,9})?$/.exec(text)
  return match && { at: new Date(Number(match[1]) * 1000 + Number(match[2] ?? 0)), precision: 'second' }
}

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt\s]?\s{0,3}(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,12})?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

function isoParts(text: string): Parts | null {
  const match = ISO.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second = '0', zone] = match
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    time: hour === undefined ? null : { hour: Number(hour), minute: Number(minute), second: Number(second) },
    zone: zone === undefined ? 0 : (zoneOf(zone) ?? 0),
  }
}

/** The format of most feeds. The general parser takes several times as long. */
const RSS =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (GMT|UTC|Z|[+-]\d{4}|[A-Z]{2,4})$/

function rssParts(text: string): Parts | null {
  const match = RSS.exec(text)
  if (!match) return null
  const [, day, name = '', year, hour, minute, second = '0', zone = ''] = match
  const month = monthNamed(name, null)
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second) }
  return month === null ? null : { year: Number(year), month, day: Number(day), time, zone: zoneOf(zone) ?? 0 }
}

function writtenParts(text: string, hints: DateHints): Parts | null {
  const plain = isAscii(text) ? text : withPlainDigits(text)
  const { time, zone, rest } = timeIn(plain)
  const order = hints.order ?? (time?.isTwelveHours ? 'month-first' : null)
  const day = namedDay(rest, hints.language ?? null) ?? yearFirstDay(rest) ?? numericDay(rest, order)
  return day && { ...day, time: time?.of ?? null, zone }
}

const isAscii = (text: string) => /^[\t\n\r -~]*$/.test(text)

/** Converts full-width and Arabic digits, and turns 2026年11月3日 14時30分 into 2026-11-3 14:30. */
const withPlainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号]?/, '$1-$2-$3 ')
    .replace(/(\d{1,2})\s?[時时시点]\s?(\d{1,2})\s?[分분]/, '$1:$2 ')
    .replace(/(?:午前|上午|오전)\s?(\d{1,2}:\d{1,2})/, '$1 am')
    .replace(/(?:午後|下午|오후)\s?(\d{1,2}:\d{1,2})/, '$1 pm')
    .replace(/(\d{1,2})\s{1,3}tháng\s{1,3}(\d{1,2}),?\s{1,3}(?:năm\s{1,3})?(\d{4})/i, '$3-$2-$1')

/** 09:30:15.123 PM GMT+02:00; 9 am; 14h30; 14.30 Uhr; kl. 14.30. */
const CLOCK =
  /(?<![\d:])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d{1,12})?)?(?!\d)(?:\s{0,3}([ap])\.?m\b\.?)?(?:\s{0,3}([a-z]{0,4}[+-]\d\d:?(?:\d\d)?|[a-z]{1,4})(?![\da-z]))?/i
const OTHER_CLOCKS: [RegExp, string][] = [
  [/(?<![\d:])(\d{1,2})\s?([ap])\.?m\b/i, ' $1:00 $2m'],
  [/(?<!\d)(\d{1,2})\s?h\s?(\d\d)(?!\d)/, ' $1:$2'],
  [/(?<![\d.])(\d{1,2})\.(\d\d)(?= Uhr\b)/i, ' $1:$2'],
  [/(?<=\bkl\.?\s)(\d{1,2})\.(\d\d)(?!\d)/i, ' $1:$2'],
]

type Clock = { time: { of: Time; isTwelveHours: boolean } | null; zone: number; rest: string }

function timeIn(written: string): Clock {
  const text = written.includes(':') ? written : OTHER_CLOCKS.reduce((t, [form, as]) => t.replace(form, as), written)
  const match = CLOCK.exec(text)
  if (!match) return { time: null, zone: 0, rest: text }
  const [whole, hour, minute, second = '0', half, zoneName = ''] = match
  const zone = zoneOf(zoneName)
  // A word after the time that is not a zone may be the month.
  const end = match.index + whole.length - (zone === null ? zoneName.length : 0)
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  return {
    time: {
      of: { hour: hours, minute: Number(minute), second: Number(second) },
      isTwelveHours: half !== undefined,
    },
    zone: zone ?? 0,
    rest: `${text.slice(0, match.index)} ${text.slice(end)}`,
  }
}

const GAP = String.raw`[\s.,/\-]{1,3}`
/** "of" in dates: 3 de noviembre de 2026, 3rd of November. */
const OF = String.raw`(?:(?:de|del|of|di)\s{1,2}|d['’])?`
const NAME = String.raw`(\p{L}[\p{L}\p{M}]{2,14})`
const ORDINAL = String.raw`(?:(?:st|nd|rd|th|er|re|e|[ºª°])(?!\p{L}))?`
const DAY_MONTH_YEAR = new RegExp(
  String.raw`(?<!\d)(\d{1,2})${ORDINAL}(?:${GAP})?${OF}${NAME}(?:${GAP})?${OF}['’]?(\d{4}|\d\d)(?!\d)`,
  'giu',
)
const MONTH_DAY_YEAR = new RegExp(
  String.raw`(?<!\p{L})${NAME}(?:${GAP})?(\d{1,2})${ORDINAL}(?:${GAP}){1,2}(\d{4}|\d\d)(?!\d)`,
  'giu',
)
const YEAR_MONTH_DAY = new RegExp(
  String.raw`(?<!\d)(\d{4})(?:${GAP})?(?:(?:m|g|г)\.?\s)?${NAME}(?:${GAP})?(\d{1,2})(?!\d)`,
  'giu',
)

function namedDay(text: string, language: string | null): Day | null {
  const forms: [RegExp, (match: RegExpExecArray) => (string | undefined)[]][] = [
    [DAY_MONTH_YEAR, ([, day, name, year]) => [day, name, year]],
    [MONTH_DAY_YEAR, ([, name, day, year]) => [day, name, year]],
    [YEAR_MONTH_DAY, ([, year, name, day]) => [day, name, year]],
  ]
  for (const [form, read] of forms)
    for (const match of text.matchAll(form)) {
      const [day = '', name = '', year = ''] = read(match)
      const month = monthNamed(name, language)
      if (month !== null) return { year: fullYear(year), month, day: Number(day) }
    }
  return null
}

const fullYear = (written: string): number => {
  const year = Number(written)
  return written.length === 4 ? year : year + (year < 70 ? 2000 : 1900)
}

function yearFirstDay(text: string): Day | null {
  const match = /(?<!\d)(\d{4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})(?!\d)/.exec(text)
  return match && { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) }
}

const NUMERIC = /(?<![\d.])(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d\d)(?!\d)/

function numericDay(text: string, known: DayOrder | null): Day | null {
  const match = NUMERIC.exec(text)
  if (!match) return null
  const [, first, mark, second, year = ''] = match
  const order = orderOf(Number(first), Number(second)) ?? known ?? (mark === '.' ? 'day-first' : null)
  // 26.11.10 may begin with the year.
  if (order === null || (year.length === 2 && known === null)) return null
  const [day, month] = order === 'day-first' ? [first, second] : [second, first]
  return { year: fullYear(year), month: Number(month), day: Number(day) }
}

/** If both numbers are the same, either order gives the same date. */
function orderOf(first: number, second: number): DayOrder | null {
  if (first > 12 || first === second) return 'day-first'
  return second > 12 ? 'month-first' : null
}

/** Inferred from the other dates in the same feed or page, or else from its language; null if that's inconclusive. */
export function dayOrderIn(dates: string[], language: string | null): DayOrder | null {
  const orders = new Set<DayOrder>()
  for (const written of dates) {
    const match = NUMERIC.exec(written.slice(0, MAX_LENGTH))
    if (!match || match[1] === match[3]) continue
    const order = orderOf(Number(match[1]), Number(match[3]))
    if (order) orders.add(order)
  }
  const [order, other] = orders
  return order ? (other ? null : order) : orderByLanguage(language?.toLowerCase() ?? '')
}

function orderByLanguage(language: string): DayOrder | null {
  if (language === 'en-us') return 'month-first'
  return language === '' || /^en(?:-ca)?$|^(?:zh|ja|ko)\b/.test(language) ? null : 'day-first'
}
