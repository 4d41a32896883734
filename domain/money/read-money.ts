import { CURRENCY_SIGNS } from './currency.ts'
import { isCurrency, plainDecimal, type Decimal } from '../companies/positions/money.ts'

/** The character before the cents. Null is used for a column that doesn't prove either one. */
export type DecimalMark = '.' | ','
export type MoneyProblem = 'ambiguous' | 'negative' | 'unreadable'
/** `isDollar` means a bare `$`, which could be any country's dollar. */
export type Money = { amount: Decimal; currency: string | null; isDollar: boolean }

const SIZES: Record<string, bigint> = {
  k: 1000n,
  m: 1_000_000n,
  mm: 1_000_000n,
  mn: 1_000_000n,
  mio: 1_000_000n,
  mil: 1_000_000n,
  million: 1_000_000n,
  b: 1_000_000_000n,
  bn: 1_000_000_000n,
  mrd: 1_000_000_000n,
  billion: 1_000_000_000n,
}
const MAX_LENGTH = 40
const SPACES = /[\s\u00A0\u202F\u2009'’]+/gu
const UNIT = String.raw`([A-Z]{0,3}\p{Sc}|[A-Z]{3})?`
const WRITTEN = new RegExp(
  `^([-−(]?)${UNIT}([-−(]?)(\\d(?:[\\d.,]*\\d)?)(k|mm|mn|mio|mil|million|m|bn|billion|mrd|b)?(?:\\.-?)?${UNIT}(\\)?|-)$`,
  'iu',
)

export function readMoney(written: string, mark: DecimalMark | null): Money | { problem: MoneyProblem } {
  if (written.length > MAX_LENGTH) return { problem: 'unreadable' }
  const [found, sign = '', before = '', innerSign = '', digits = '', size = '', after = '', end = ''] =
    WRITTEN.exec(written.replaceAll(SPACES, '')) ?? []
  if (found === undefined) return { problem: 'unreadable' }
  const unit = unitOf(before, after)
  if (!unit || (end === ')') !== (sign + innerSign).includes('(')) return { problem: 'unreadable' }
  const number = numberOf(digits, size === '' ? mark : (mark ?? soleMark(digits)), size === '')
  if (number === null) return { problem: 'unreadable' }
  if (sign + innerSign !== '' || end === '-') return { problem: 'negative' }
  if (number === 'ambiguous') return { problem: 'ambiguous' }
  const amount = plainDecimal(scaled(number, SIZES[size.toLowerCase()] ?? 1n))
  if (amount === null) return { problem: 'unreadable' }
  return { amount, ...unit }
}

/** Decided from the whole column: a single 25.000,00 tells how to read the others. */
export function decimalMark(column: Iterable<string>): DecimalMark | null {
  const proof = new Set<DecimalMark>()
  for (const written of column) {
    const digits = written.length > MAX_LENGTH ? '' : (/\d[\d.,]*/.exec(written.replaceAll(SPACES, ''))?.[0] ?? '')
    const mark = provenMark(digits)
    if (mark) proof.add(mark)
  }
  const [only] = proof
  return proof.size === 1 && only ? only : null
}

function provenMark(digits: string): DecimalMark | null {
  const [dots, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (dots > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  if (dots > 1) return ','
  if (commas > 1) return '.'
  if (dots + commas === 0) return null
  const [whole = '', rest = ''] = digits.split(/[.,]/)
  const isGroup = rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return isGroup || rest === '' ? null : dots === 1 ? '.' : ','
}

/** 1.125M is never 1,125 million. */
const soleMark = (digits: string): DecimalMark | null =>
  digits.includes('.') ? '.' : digits.includes(',') ? ',' : null

function numberOf(digits: string, mark: DecimalMark | null, isGrouping: boolean): string | 'ambiguous' | null {
  const known = mark ?? provenMark(digits)
  // 25,000 is twenty-five thousand to nearly everyone; 25.000 is twenty-five to some and twenty-five thousand to
  // others.
  if (known === null && /^\d{1,3}\.\d{3}$/.test(digits)) return 'ambiguous'
  // Even in a column with 10.000,50, 25,000 is unlikely to mean twenty-five.
  if (known === ',' && isGrouping && /^[1-9]\d{0,2},\d{3}$/.test(digits)) return 'ambiguous'
  // Nor is 25.000 in a column with 10,000.50: exact values don't end in zeros.
  if (known === '.' && isGrouping && /^[1-9]\d{0,2}\.\d{2}0$/.test(digits)) return 'ambiguous'
  const group = known === ',' ? '.' : ','
  const [whole = '', fraction, ...more] = digits.split(known ?? '.')
  if (more.length > 0 || (fraction !== undefined && (fraction === '' || fraction.includes(group)))) return null
  const groups = whole.split(group)
  const isGrouped = groups.length === 1 || /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(whole)
  return isGrouped ? `${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}` : null
}

function scaled(number: string, size: bigint): string {
  const [whole = '0', fraction = ''] = number.split('.')
  const digits = fraction.replace(/0+$/, '')
  const units = String(BigInt(whole + digits) * size).padStart(digits.length + 1, '0')
  return digits === ''
    ? units
    : `${units.slice(0, -digits.length)}.${units.slice(-digits.length)}`.replace(/\.?0+$/, '')
}

function unitOf(before: string, after: string): Pick<Money, 'currency' | 'isDollar'> | null {
  const units = [before, after].filter((unit) => unit !== '').map((unit) => unit.toUpperCase())
  const isDollar = units.includes('$')
  const codes = units.filter((unit) => unit !== '$').map((unit) => CURRENCY_SIGNS[unit] ?? unit)
  const [code = null] = codes
  if (codes.some((one) => one !== code || !isCurrency(one))) return null
  return { currency: code, isDollar: isDollar && code === null }
}
