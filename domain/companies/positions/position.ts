import { z } from 'zod'
import { day, oneLine } from '../company.ts'
import { isCurrency, plainDecimal } from './money.ts'

/** Money that went in, money that came back, or what the stake was worth on a given day. */
export const POSITION_KINDS = ['investment', 'proceeds', 'value'] as const
export type PositionKind = (typeof POSITION_KINDS)[number]

export const INSTRUMENTS = ['equity', 'safe', 'note', 'other'] as const
export type Instrument = (typeof INSTRUMENTS)[number]

export const VALUATION_BASES = ['cap', 'pre-money', 'post-money'] as const
export type ValuationBasis = (typeof VALUATION_BASES)[number]

export const POSITION_NOT_FOUND = 'Position not found'
const VALUE_DATE_REQUIRED = 'A value needs the date it was true on'
const AMOUNT_ZERO = 'Amount must be more than zero'
const VALUATION_ZERO = 'Must be more than zero'
export const DATE_IN_FUTURE = 'Date must not be in the future'
export const VALUE_EXISTS = 'There is already a value for this date. Edit that one instead.'
export const TOO_MANY_POSITIONS = 'A company can have at most 1,000 positions'
export const MOST_POSITIONS = 1000
const AMOUNT_INVALID = 'Amount must be a number such as 25000 or 25000.50'
const CURRENCY_INVALID = 'Currency must be a code such as USD'
const ROUND_TOO_LONG = 'Must be at most 100 characters'
const NOTES_TOO_LONG = 'Must be at most 1,000 characters'
const MAX_ROUND = 100
const MAX_NOTES = 1000

const decimal = z.string(AMOUNT_INVALID).transform((typed, context) => {
  const amount = plainDecimal(typed.trim())
  if (amount !== null) return amount
  context.addIssue({ code: 'custom', message: AMOUNT_INVALID })
  return z.NEVER
})

/** Notes keep their line breaks, with at most one blank line in a row. */
export const paragraphs = (typed: string): string =>
  typed
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(oneLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const emptyIsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(emptyIsNull, schema.nullable()).default(null)
const text = (most: number, message: string, tidy: (typed: string) => string) =>
  z
    .string()
    .transform((typed) => tidy(typed) || null)
    .pipe(z.string().max(most, message).nullable())

const fields = {
  kind: z.enum(POSITION_KINDS),
  date: optional(day),
  amount: decimal,
  currency: z.string(CURRENCY_INVALID).refine(isCurrency, CURRENCY_INVALID),
  instrument: optional(z.enum(INSTRUMENTS)),
  round: optional(text(MAX_ROUND, ROUND_TOO_LONG, oneLine)),
  valuation: optional(decimal),
  valuationBasis: optional(z.enum(VALUATION_BASES)),
  notes: optional(text(MAX_NOTES, NOTES_TOO_LONG, paragraphs)),
}

/** What the user types. Only an investment has an instrument, a round and a valuation. */
export const PositionInput = z
  .object(fields)
  .superRefine(({ kind, date, amount, valuation }, context) => {
    if (kind === 'value' && date === null)
      context.addIssue({ code: 'custom', path: ['date'], message: VALUE_DATE_REQUIRED })
    if (kind !== 'value' && amount === '0') context.addIssue({ code: 'custom', path: ['amount'], message: AMOUNT_ZERO })
    if (kind === 'investment' && valuation === '0')
      context.addIssue({ code: 'custom', path: ['valuation'], message: VALUATION_ZERO })
  })
  .transform((input): PositionContent => ({
    ...input,
    ...(input.kind === 'investment' ? {} : { instrument: null, round: null, valuation: null }),
    valuationBasis: input.kind === 'investment' && input.valuation !== null ? input.valuationBasis : null,
  }))

export type PositionContent = {
  kind: PositionKind
  date: string | null
  amount: string
  currency: string
  instrument: Instrument | null
  round: string | null
  valuation: string | null
  valuationBasis: ValuationBasis | null
  notes: string | null
}

export const PositionFields = z.object({
  kind: z.enum(POSITION_KINDS),
  date: z.string().nullable(),
  amount: z.string().describe('An exact decimal number'),
  currency: z.string(),
  instrument: z.enum(INSTRUMENTS).nullable(),
  round: z.string().nullable(),
  valuation: z.string().nullable(),
  valuationBasis: z.enum(VALUATION_BASES).nullable(),
  notes: z.string().nullable(),
})

export const Position = PositionFields.extend({
  id: z.number(),
  companyId: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Position = z.infer<typeof Position>
