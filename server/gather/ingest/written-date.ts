import type { FoundItem } from '../item.ts'

type WrittenDate = Pick<FoundItem, 'publishedAt' | 'precision'>

const NO_DATE: WrittenDate = { publishedAt: null, precision: 'none' }
const DAY_MS = 24 * 60 * 60_000

/** A date as sources write it, and how much of it they tell. What lies before the web or in the future is no date. */
export function writtenDate(value: unknown, now: Date): WrittenDate {
  if (typeof value !== 'string' || value.length > 100) return NO_DATE
  const text = value.trim()
  if (DAY.test(text)) return plausible(Date.parse(`${text.slice(0, 10)}T00:00:00Z`), 'day', now)
  const iso = ISO.exec(text)
  if (iso) return plausible(Date.parse(`${iso[1]}T${iso[2]}${zoneOf(iso[3] ?? '')}`), 'second', now)
  const mail = MAIL.exec(text)
  if (!mail) return NO_DATE
  const [, day = '', month = '', year = '', time = '', zone = ''] = mail
  const number = MONTHS.indexOf(month.toLowerCase().slice(0, 3)) + 1
  if (number === 0) return NO_DATE
  const date = `${year.length === 2 ? `20${year}` : year}-${pad(number)}-${pad(Number(day))}`
  if (time === '') return plausible(Date.parse(`${date}T00:00:00Z`), 'day', now)
  const clock = time.split(':').map((part) => part.padStart(2, '0'))
  return plausible(Date.parse(`${date}T${clock.join(':')}${zoneOf(zone)}`), 'second', now)
}

/** A moment in seconds or milliseconds since 1970, whichever makes sense. */
export function epochDate(value: unknown, now: Date): WrittenDate {
  if (typeof value !== 'number' || !Number.isFinite(value)) return NO_DATE
  return plausible(value < 1e11 ? value * 1000 : value, 'second', now)
}

/** RFC 822, as RSS has it, with what feeds make of it: no weekday, long months, no seconds, no zone. */
const MAIL =
  /^(?:\p{L}{2,9}\.?,?\s+)?(\d{1,2})[\s-]+(\p{L}{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?\s*([A-Za-z]{1,5}|[+-]\d{1,2}:?\d{2})?$/u
const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2}|[A-Z]{3,4})?$/i
const DAY = /^\d{4}-\d{2}-\d{2}(?:Z|[+-]\d{2}:\d{2})?$/
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const ZONES = new Map(
  Object.entries({
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    bst: 1,
    cet: 1,
    cest: 2,
  }),
)

function zoneOf(zone: string): string {
  const hours = ZONES.get(zone.toLowerCase())
  if (hours !== undefined) return `${hours < 0 ? '-' : '+'}${pad(Math.abs(hours))}:00`
  const offset = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone)
  return offset ? `${offset[1]}${pad(Number(offset[2]))}:${offset[3]}` : 'Z'
}

const pad = (number: number) => String(number).padStart(2, '0')

function plausible(ms: number, precision: 'second' | 'day', now: Date): WrittenDate {
  const isPossible = ms > Date.UTC(1994, 0, 1) && ms < now.getTime() + DAY_MS
  return isPossible ? { publishedAt: new Date(ms), precision } : NO_DATE
}
