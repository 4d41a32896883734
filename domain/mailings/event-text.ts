import { dateFormat, zoneOf } from '../time.ts'
import type { EmailEvent, EmailLine } from './content.ts'

const MAX_SOURCES = 3

type Named = Pick<EmailLine, 'companyName' | 'short'>

/** "Fernway Mobility" " to shut down"; a phrase with another subject follows a colon. */
export function phraseOf({ companyName, short }: Named): { name: string; rest: string } {
  const [first = companyName] = companyName.split(' ')
  const isVerb = /^\p{Ll}/u.test(short) && !short.toLowerCase().includes(first.toLowerCase())
  return { name: companyName, rest: isVerb ? ` ${short}` : `: ${short}` }
}

/** "Cedar Robotics is reportedly in talks to raise $50M" */
export function headline({ companyName, short, isReported = false }: Named & { isReported?: boolean }): string {
  const isHedged = !isReported || /\breportedly\b/i.test(short)
  const hedged = isHedged
    ? short
    : short.replace(/^((?:is|are|was|were|may|might|could|will|has|have) )?/, '$1reportedly ')
  const { name, rest } = phraseOf({ companyName, short: hedged })
  return `${name}${rest}`
}

/** The sentence with the words that name the company. */
export function leadOf({ sentence, name, companyName }: Pick<EmailEvent, 'sentence' | 'name' | 'companyName'>) {
  const text = sentence.replaceAll(AMOUNT, '$1\u00a0$2')
  const at = name === null ? -1 : text.indexOf(name)
  if (name === null || at === -1) return { before: '', name: companyName, after: `: ${text}` }
  return { before: text.slice(0, at), name, after: text.slice(at + name.length) }
}

const AMOUNT = /(\p{Sc}\d[\d.,]*) (thousand|million|billion|trillion)\b/gu

/** "Wed, Nov 18" */
export const weekdayText = (date: string, timeZone: string): string =>
  dateFormat({ weekday: 'short', month: 'short', day: 'numeric', timeZone: zoneOf(date, timeZone) }).format(
    new Date(date),
  )

/** "Nov 18" */
export const dayText = (date: string, timeZone: string): string =>
  dateFormat({ month: 'short', day: 'numeric', timeZone: zoneOf(date, timeZone) }).format(new Date(date))

export const correctsText = ({ title, outlet, date }: NonNullable<EmailEvent['corrects']>, timeZone: string): string =>
  `Corrects “${title}” (${outlet}, ${dayText(date, timeZone)})`

export const alsoText = ({ short, date }: EmailEvent['also'][number], timeZone: string): string =>
  `Also on ${dayText(date, timeZone)}: ${short}`

/** "You hold $20,000 from May 2021 at $30M post-money. This round values it at 3.1x your entry." */
export function stakeParts({ stake, mark }: Pick<EmailEvent, 'stake' | 'mark'>) {
  return stake && { amount: stake.amount, rest: `${stake.rest}.`, mark: mark ? `${mark.text}.` : '' }
}

export function sourcesShown({ sources }: Pick<EmailEvent, 'sources'>) {
  const more = sources.length - MAX_SOURCES
  return { shown: sources.slice(0, MAX_SOURCES), more: more > 0 ? `${more} more` : '' }
}

/** " will supply Aldermoor." */
export const lineText = (line: EmailLine): string => phraseOf(line).rest.replace(/(?<![.!?…])$/, '.')

export const moreText = ({ more }: EmailLine): string => (more > 0 ? `${more} more` : '')
