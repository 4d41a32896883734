import type { MetricKind } from '#domain/updates/update.ts'
import { amountsIn, currencyOf, hasDecimalComma, numberOf, sizeOf } from '#domain/money/amounts.ts'
import { counted, spansIn, type Found } from './counts.ts'
import { cuesIn, MONEY_CUES } from './cues.ts'
import { isGross } from './money.ts'
import { peopleIn } from './people.ts'

/** What a label says about the value beside or below it. */
export type Label = { kind: MetricKind; unit: Unit | null; isFallback: boolean }
export type Unit = { written: string; size: number; currency: string | null; isMonths: boolean }

const COUNTED: [MetricKind, RegExp][] = [
  ['runway', /^(?:(?:cash )?runway|ランウェイ|months of (?:cash|runway)|Reichweite)$/i],
  [
    'headcount',
    /^(?:headcount|team(?: size)?|(?:number of )?employees|people|FTEs?|staff|Mitarbeiter(?:innen|zahl)?|Mitarbeitende|Teamgröße|effectifs?|équipe|empleados|equipo|equipe|funcionários|dipendenti|medewerkers|anställda|ansatte)$/i,
  ],
  [
    'customers',
    /^(?:(?:paying |active )?(?:customers|clients|subscribers)|(?:zahlende )?Kunden|clientes|clienti|klanten|kunder)$/i,
  ],
]
/** Words that a label may contain besides the metric itself. */
const BESIDE =
  /\b(?:net|gross|total|monthly|our|current|end of month|month[- ]end|ending|closing|EO[MPQ]|balance|position)\b|[:*]/gi
const MONTHS: Unit = { written: '', size: 1, currency: null, isMonths: true }

/** Null for a label with any other words, such as "New MRR" or "Revenue (EMEA)", because it means something else. */
export function labelOf(label: string): Label | null {
  const note = /\s*\(([^)]*)\)\s*:?$|,?\s+(in \S+)$/i.exec(label)
  const inner = note?.[1] ?? note?.[2] ?? ''
  const unit = note ? unitOf(inner) : null
  const name = (note ? label.slice(0, note.index) : label).replace(/\s*:$/, '').trim()
  if (note && !unit && !/^(?:FTEs?|net|gross|EO[MPQ])$/i.test(inner)) return null
  for (const [kind, pattern] of COUNTED)
    if (pattern.test(name)) return { kind, unit: unit ?? (/^months/i.test(name) ? MONTHS : null), isFallback: false }
  const [cue] = cuesIn(name, MONEY_CUES)
  if (!cue?.kind) return null
  const rest = (name.slice(0, cue.start) + name.slice(cue.end)).replaceAll(BESIDE, '').trim()
  return rest === '' ? { kind: cue.kind, unit, isFallback: isGross(label) } : null
}

const SIZE = String.raw`[kKMmT]|Tsd\.?|Mio\.?|[Tt]housands?|[Mm]illions?|['’]?000s?`
const SIGN = String.raw`(?:US|AU?|CA?|HK|NZ|SG?|R)?\$|(?!\$)\p{Sc}|[A-Z]{3}|kr`
const UNIT = new RegExp(
  String.raw`^(?:(?:[Aa]ll )?(?:[Aa]mounts|[Nn]umbers|[Ff]igures|[Vv]alues) )?(?:are )?(?:[Ii]n )?(?<unit>(?<sign>${SIGN})\s?(?:[Ii]n )?(?<size>${SIZE})?|(?<size>${SIZE})(?: of)?\s?(?<sign>${SIGN})|(?<size>[Tt]housands|[Mm]illions))$`,
  'u',
)

export function unitOf(written: string): Unit | null {
  const text = written.replaceAll(/^\(|\)$/g, '')
  if (/^(?:in )?(?:months?|mo|Monaten?|mois|meses|mesi|maanden|månader|måneder)$/i.test(text)) return MONTHS
  const groups = UNIT.exec(text)?.groups
  const currency = groups?.['sign'] === undefined ? null : currencyOf(groups['sign'])
  if (!groups || currency === undefined) return null
  const size = sizeOf((groups['size'] ?? '').replace(/^['’]?000s?$/, 'k').replace(/(?<=d|n)s$/i, ''), currency)
  return size === null ? null : { written: groups['unit'] ?? '', size, currency, isMonths: false }
}

/** Below this, an amount without a unit may be in thousands. */
const CLEARLY_WHOLE = 10_000

/** Null unless the text is a value of that kind and nothing else, apart from a note in parentheses. */
export function valueOf({ kind, unit, isFallback }: Label, cell: string): Found | null {
  const text = cell.replace(/\s*\([^)]*\)$/, '').trim()
  const size = unit?.size ?? 1
  const bare = /^\d[\d.,'’ \u00A0\u202F]*$/.test(text)
    ? numberOf(text, { hasUnit: size > 1, isContinental: unit?.currency ? hasDecimalComma(unit.currency) : true })
    : null
  if (kind === 'runway') {
    const [span] = spansIn(text)
    if (span) return counted(kind, text, span.months)
    return unit?.isMonths && bare !== null ? counted(kind, text, bare) : null
  }
  if (kind === 'headcount') return peopleIn(`team ${text}`)[0] ?? null
  if (kind === 'customers')
    return bare !== null && Number.isInteger(bare) && bare > 0 ? counted(kind, text, bare) : null
  const [amount] = amountsIn(text)
  if (amount?.written === text) {
    // In a column of thousands, "$84" is $84k.
    const isScaled = size > 1 && !/\p{L}/u.test(text)
    const written = isScaled ? `${text}${size === 1e3 ? 'k' : 'M'}` : text
    return {
      kind,
      written,
      value: Math.round(amount.value * (isScaled ? size : 1)),
      currency: amount.currency,
      isFallback,
    }
  }
  if (bare === null || bare <= 0 || unit?.isMonths) return null
  if (unit)
    return {
      kind,
      written: `${text} ${unit.written}`,
      value: Math.round(bare * size),
      currency: unit.currency,
      isFallback,
    }
  return bare >= CLEARLY_WHOLE ? counted(kind, text, bare) : null
}
