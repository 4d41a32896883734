import { z } from 'zod'
import { isTimeZone } from '../../local-time.ts'
import { EVENT_TYPES } from '../../taxonomy.ts'
import { Position } from '../../companies/positions/position.ts'
import { Story } from '../stories.ts'

export const MAX_EVENTS = 7
export const MAX_NEEDS = 2

export const MorningQuery = z.object({
  timeZone: z.string().max(64).refine(isTimeZone, 'Unknown time zone').default('UTC').describe('Such as Europe/Berlin'),
})

/** A verb phrase about a company, such as "to sell for $65M", with where it leads. */
export const Phrase = z.object({ kind: z.string(), short: z.string(), date: z.string(), storyId: z.number() })

export const MorningEvent = z.object({
  id: z.number(),
  roots: z.array(z.number()),
  companyId: z.number(),
  companyName: z.string(),
  eventType: z.enum(EVENT_TYPES),
  /** 'Shutdown', 'Funding', 'Correction' … */
  kind: z.string(),
  isAlarming: z.boolean(),
  /** Of talks, or by unnamed sources. */
  isReported: z.boolean(),
  /** When it happened. */
  date: z.string(),
  precision: z.enum(['second', 'day', 'none']),
  /** Quoted word for word. */
  sentence: z.string(),
  /** How the sentence names the company among its first words; null if it names it later or not at all. */
  name: z.string().nullable(),
  quotedFrom: z.string(),
  /** In English, such as "German"; null if the reader reads it. */
  language: z.string().nullable(),
  /** What happened, in a few words after the name. */
  short: z.string(),
  corrects: z.object({ title: z.string(), outlet: z.string(), date: z.string() }).nullable(),
  sources: z.array(z.object({ name: z.string(), url: z.string() })),
  /** What else is new at this company. */
  also: z.array(Phrase),
  stake: z.object({ amount: z.string(), rest: z.string() }).nullable(),
  /** What the event says about the stake, and how it was computed. */
  mark: z.object({ text: z.string(), detail: z.string() }).nullable(),
  isNew: z.boolean(),
})
export type MorningEvent = z.infer<typeof MorningEvent>

export const MorningLine = Phrase.extend({
  companyId: z.number(),
  companyName: z.string(),
  /** Further news of this company. */
  more: z.number(),
})
export type MorningLine = z.infer<typeof MorningLine>

export const Need = z.object({
  /** Stays the same until what it says changes. */
  key: z.string(),
  text: z.string(),
  action: z.string(),
  path: z.string(),
})
export type Need = z.infer<typeof Need>

export const DismissedNeed = z.object({ key: z.string().min(1).max(200) })

export const Morning = z.object({
  asOf: z.string(),
  /** "2026-11-19" in the reader's time zone, whose days begin at 5:00 AM. */
  day: z.string(),
  /** "yesterday morning", "Monday", "November 3"; null if the reader was never here. */
  since: z.string().nullable(),
  companies: z.number(),
  newCompanies: z.number(),
  /** What is new today, most important first. */
  events: z.array(MorningEvent),
  /** The best of what was read already, if less than a full list is new. */
  earlier: z.array(MorningEvent),
  earlierPeriod: z.enum(['week', 'month']),
  lines: z.array(MorningLine),
  /** Further companies with news that have no line. */
  moreLines: z.number(),
  /** Companies without anything new. */
  quiet: z.number(),
  needs: z.array(Need),
})
export type Morning = z.infer<typeof Morning>

export const MorningStory = Story.extend({
  companyId: z.number(),
  companyName: z.string(),
  /** When the reader read it, or an email told it; null if never. */
  readAt: z.string().nullable(),
  quotes: z.array(z.object({ text: z.string(), articleId: z.number() })),
})
export type MorningStory = z.infer<typeof MorningStory>

export type OwnPosition = Pick<
  Position,
  'companyId' | 'kind' | 'date' | 'amount' | 'currency' | 'instrument' | 'valuation' | 'valuationBasis'
>
