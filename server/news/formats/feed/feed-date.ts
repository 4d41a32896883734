export type FeedDate = { at: Date; precision: 'second' | 'day' }

const MONTHS = new Map(
  [
    'jan january janv janvier januar enero ene gennaio gen januari janeiro',
    'feb february févr fév février februar febrero febbraio februari fevereiro fev',
    'mar march mars märz mär mrz marzo maart mrt março',
    'apr april avr avril abril abr aprile',
    'may mai mayo maggio mag mei maio',
    'jun june juin juni junio giugno giu junho',
    'jul july juil juillet juli julio luglio lug julho',
    'aug august août aou agosto ago augustus',
    'sep sept september septembre septiembre settembre set setembro',
    'oct october octobre oktober okt octubre ottobre ott outubro out',
    'nov november novembre noviembre novembro',
    'dec december déc décembre dez dezember diciembre dic dicembre dezembro',
  ].flatMap((names, month) => names.split(' ').map((name) => [name, month + 1] as const)),
)

/** Minutes east of Greenwich, for names that are unambiguous in feeds. */
const ZONES = new Map<string, number>([
  ...['z', 'ut', 'utc', 'gmt', 'wet'].map((name) => [name, 0] as const),
  ...Object.entries({ edt: -240, est: -300, et: -300, cdt: -300, cst: -360, ct: -360 }),
  ...Object.entries({
    mdt: -360,
    mst: -420,
    mt: -420,
    pdt: -420,
    pst: -480,
    pt: -480,
    akst: -540,
    hst: -600,
  }),
  ...Object.entries({
    bst: 60,
    west: 60,
    cet: 60,
    met: 60,
    cest: 120,
    mest: 120,
    eet: 120,
    sast: 120,
    eest: 180,
  }),
  ...Object.entries({
    msk: 180,
    ist: 330,
    sgt: 480,
    hkt: 480,
    awst: 480,
    jst: 540,
    kst: 540,
    aest: 600,
    aedt: 660,
  }),
])

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt\s]\s{0,3}(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,12})?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

type Parts = { year: number; month: number; day: number; time: Time | null; zone: number }
type Time = { hour: number; minute: number; second: number }

/** Without a zone it is UTC. */
export function parseFeedDate(written: string): FeedDate | null {
  const text = written.slice(0, 80).trim()
  const parts = isoParts(text) ?? wordParts(text)
  if (!parts) return null
  const { year, month, day, time, zone } = parts
  if (year < 1980 || year > 2100 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  const { hour, minute, second } = time ?? { hour: 0, minute: 0, second: 0 }
  if (hour > 24 || minute > 59 || second > 60 || Math.abs(zone) > 14 * 60) return null
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute - zone, second))
  // Publishing tools write midnight when they were given only a day.
  const isDay = time === null || (hour === 0 && minute === 0 && second === 0)
  return { at, precision: isDay ? 'day' : 'second' }
}

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

function wordParts(text: string): Parts | null {
  let year: number | null = null
  let month: number | null = null
  let time: Time | null = null
  let zone = 0
  const days: number[] = []
  for (const token of tokens(text)) {
    const number = /^\d+$/.test(token) ? Number(token) : null
    if (number !== null) {
      if (token.length === 4) year ??= number
      else if (token.length <= 2) days.push(number)
    } else if (/^\d{1,2}:/.test(token)) {
      time ??= timeOf(token)
    } else if (/^(?:am|pm|a\.m\.|p\.m\.)$/i.test(token)) {
      if (time) time.hour = (time.hour % 12) + (/^p/i.test(token) ? 12 : 0)
    } else {
      const name = token.toLowerCase().replace(/\.$/, '')
      // The last one counts: `mar.` is a French Tuesday too.
      month = MONTHS.get(name) ?? MONTHS.get(name.slice(0, 3)) ?? month
      zone = zoneOf(name) ?? zone
    }
  }
  const named = month !== null
  if (!named) {
    // American 12/31/2026; 31.12.2026 and 31/12/2026 elsewhere.
    const [first = 0, second = 0] = days
    const isDayFirst = first > 12 || (second <= 12 && /^\D{0,12}\d{1,2}\.\d/.test(text))
    if (days.length < 2 || year === null) return null
    return { year, month: isDayFirst ? second : first, day: isDayFirst ? first : second, time, zone }
  }
  const [day, late] = days
  if (year === null && late !== undefined) year = late + (late < 70 ? 2000 : 1900)
  return day === undefined || year === null || month === null ? null : { year, month, day, time, zone }
}

function tokens(text: string): string[] {
  return text.split(/[\s,()]+/).flatMap((token) => {
    if (/^\d{4}-\d\d?-\d\d?$/.test(token)) return yearFirst(token)
    return /^\d{1,2}[-/.]\p{L}+[-/.]\d{2,4}$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/u.test(token)
      ? token.split(/[-/.]/)
      : token.split(/(?<=\d)(?=[A-Za-z]{2,4}$)|(?<=\d)(?=[+-]\d{2}:?\d{2}$)/)
  })
}

/** 2026-1-5 becomes 1/5/2026, which is read as month and day. */
function yearFirst(token: string): string[] {
  const [year = '', month = '', day = ''] = token.split('-')
  return [month, day, year]
}

function timeOf(token: string): Time | null {
  const match = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d{1,12})?)?$/.exec(token)
  return match && { hour: Number(match[1]), minute: Number(match[2]), second: Number(match[3] ?? 0) }
}

function zoneOf(token: string): number | null {
  const offset = /^(?:gmt|utc)?([+-])(\d\d):?(\d\d)?$/i.exec(token)
  if (!offset) return ZONES.get(token.toLowerCase()) ?? null
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0))
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
