import { z } from 'zod'
import { endpointsOf, json, nothing } from '../../endpoint.ts'
import { Position, PositionInput } from './position.ts'

const forSubscribers = endpointsOf({ access: 'entitled', tag: 'Positions' })

const flows = z.array(z.object({ date: z.string(), amount: z.number() })).nullable()

/** One per currency; amounts in different currencies are never added up. */
const Total = z.object({
  currency: z.string(),
  invested: z.string(),
  proceeds: z.string(),
  value: z.string().nullable().describe('Of the companies with a current value'),
  companies: z.number(),
  valued: z.number().describe('How many companies have a current value'),
  multiple: z.number().nullable().describe('Null unless every company has a current value'),
  flows,
})

export const PortfolioPositions = z.object({
  totals: z.array(Total),
  years: z
    .array(z.object({ currency: z.string(), year: z.number().nullable(), invested: z.string(), proceeds: z.string() }))
    .describe('What went in and came back by year, latest first; no year for entries without a date'),
  companies: z.array(
    z.object({
      companyId: z.number(),
      currency: z.string(),
      invested: z.string(),
      investedOn: z.string().nullable().describe('The day of the latest investment'),
      value: z.string().nullable(),
      multiple: z.number().nullable(),
    }),
  ),
})
export type PortfolioPositions = z.infer<typeof PortfolioPositions>

export const getPortfolioPositions = forSubscribers('get', '/api/positions', {
  forSupport: true,
  summary: 'Get what you invested, per company and in total',
  description: 'Values and multiples come only from values that you entered.',
  answer: json(PortfolioPositions, 'Sums by currency'),
})

export const listPositions = forSubscribers('get', '/api/companies/{id}/positions', {
  forSupport: true,
  summary: 'List your positions in a company, oldest first',
  answer: json(z.array(Position), 'The positions'),
})

export const addPosition = forSubscribers('post', '/api/companies/{id}/positions', {
  summary: 'Add a position',
  description:
    'An investment, proceeds, or what the stake was worth on a day. Amounts are decimal numbers written as text, such as "25000.50".',
  body: PositionInput,
  answer: json(Position, 'The position as stored', 201),
})

export const updatePosition = forSubscribers('put', '/api/positions/{id}', {
  summary: 'Replace a position',
  body: PositionInput,
  answer: json(Position, 'The updated position'),
})

export const removePosition = forSubscribers('delete', '/api/positions/{id}', {
  summary: 'Remove a position',
  answer: nothing('Removed'),
})
