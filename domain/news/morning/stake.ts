import { moneyText, shortMoneyText, sumOf } from '../../companies/positions/money.ts'
import { eventLabel, type EventType } from '../../taxonomy.ts'
import { dateFormat } from '../../time.ts'
import { timeOfEvent } from '../event-line.ts'
import type { Fact } from '../facts.ts'
import type { Story } from '../stories.ts'
import type { OwnPosition, MorningEvent } from './morning.ts'

/** "You hold $25,000" " from Sep 2020 at $68M post-money"; null if no investment was typed. */
export function stakeText(positions: readonly OwnPosition[]): MorningEvent['stake'] {
  const investments = positions.filter(({ kind }) => kind === 'investment')
  const [first] = investments.toSorted(byDate)
  if (!first) return null
  const byCurrency = Map.groupBy(investments, ({ currency }) => currency)
  const amount = [...byCurrency]
    .map(([currency, own]) => moneyText(sumOf(own.map((each) => each.amount)), currency))
    .join(' and ')
  if (investments.length > 1) {
    const since = first.date === null ? '' : ` since ${first.date.slice(0, 4)}`
    return { amount, rest: ` in ${investments.length} investments${since}` }
  }
  return { amount, rest: `${instrumentText(first)}${monthText(first)}${valuationText(first)}` }
}

const INSTRUMENTS: Partial<Record<NonNullable<OwnPosition['instrument']>, string>> = { safe: ' SAFE', note: ' note' }

const instrumentText = ({ instrument }: OwnPosition) => (instrument === null ? '' : (INSTRUMENTS[instrument] ?? ''))

const monthText = ({ date }: OwnPosition) =>
  date === null
    ? ''
    : ` from ${dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(date))}`

const valuationText = ({ valuation, valuationBasis, currency }: OwnPosition) =>
  valuation === null ? '' : ` at ${shortMoneyText(valuation, currency)}${valuationBasis ? ` ${valuationBasis}` : ''}`

const byDate = (a: OwnPosition, b: OwnPosition) => ((a.date ?? '~') < (b.date ?? '~') ? -1 : 1)

type Priced = { eventType: EventType; extractedFacts: readonly Fact[] | null }

/** What a stated price means for the only investment with a valuation in the same currency. */
export function markText(
  { eventType, extractedFacts }: Priced,
  positions: readonly OwnPosition[],
): MorningEvent['mark'] {
  const priced = positions.filter(({ kind, valuation }) => kind === 'investment' && valuation !== null)
  const [entry] = priced
  const kind = eventType === 'raise' ? 'valuation' : eventType === 'acquisition' ? 'price' : null
  const fact = (extractedFacts ?? []).find((each) => each.kind === kind && each.certainty === 'stated')
  if (priced.length !== 1 || !entry?.valuation || !fact || !('amount' in fact)) return null
  const { value, currency } = fact.amount
  if (currency !== entry.currency) return null
  const times = timesText(value / Number(entry.valuation))
  const own = entry.valuationBasis === 'cap' ? 'cap' : 'entry'
  return {
    text: kind === 'valuation' ? `This round values it at ${times} your ${own}` : `This price is ${times} your ${own}`,
    detail: `${shortMoneyText(String(value), currency)} against your ${shortMoneyText(entry.valuation, currency)}, before dilution.`,
  }
}

type RoundOrSale = Pick<
  Story,
  'title' | 'eventType' | 'extractedFacts' | 'denied' | 'isPrimary' | 'certainty' | 'articles'
>

/** What the latest confirmed round or sale means for what was invested before it. */
export function latestMark(stories: readonly RoundOrSale[], positions: readonly OwnPosition[]): MorningEvent['mark'] {
  const [latest] = stories
    .filter(({ eventType, isPrimary, certainty, denied }) => {
      const isPriced = eventType === 'raise' || eventType === 'acquisition'
      return isPriced && isPrimary && certainty === 'stated' && !denied.includes(eventType)
    })
    .map((story) => ({ story, day: timeOfEvent(story, eventLabel(story)).publishedAt.slice(0, 10) }))
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))
  if (!latest || positions.some(({ kind, date }) => kind === 'investment' && (date ?? '') >= latest.day)) return null
  return markText(latest.story, positions)
}

/** Two digits: "3.1x", "13x", "0.45x". */
const timesText = (ratio: number) =>
  `${ratio.toLocaleString('en-US', { maximumSignificantDigits: ratio >= 100 ? 3 : 2, useGrouping: false })}x`
