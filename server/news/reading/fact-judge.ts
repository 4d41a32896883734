import { amountsIn } from '#domain/money/amounts.ts'
import { OF_GRANT, ROUND, roundName } from './clauses/fact-amounts.ts'
import type { MarkedSentence } from './clauses/marked-text.ts'
import type { Claim } from './check.ts'
import { TAGS, type Answer, type Encoder, type TaggedToken } from './encoder/encoder.ts'
import type { EncoderInput, ReadItem } from './encoder/input.ts'
import type { Span } from './encoder/token-spans.ts'

/** How likely the text makes a claim about the company, 0–1; null if the encoder does not find it there. */
export type FactJudge = (claim: Claim, sentence: Pick<MarkedSentence, 'quoted' | 'isTitle'>) => number | null

type Read = Answer & { input: EncoderInput }

/** Reads the title and the beginning of the text once, and each later sentence that claims something. */
export function createFactJudge(
  encode: Encoder,
  inputOf: (item: ReadItem) => EncoderInput,
  item: ReadItem,
  opening: Read,
): FactJudge {
  const later = new Map<string, Read>()
  const readLater = (text: string): Read => {
    const known = later.get(text)
    if (known) return known
    const input = inputOf({ ...item, text })
    const read = { ...encode(input), input }
    later.set(text, read)
    return read
  }
  return (claim, { quoted, isTitle }) => {
    const share = shareIn(claim, opening, ['title', 'text'])
    if (share !== null || isTitle || later.size >= MAX_LATER) return share
    return shareIn(claim, readLater(quoted), ['text'])
  }
}
const MAX_LATER = 3

function shareIn(claim: Claim, { input, tokens }: Read, parts: readonly TaggedToken['part'][]): number | null {
  const tags = (ALIKE[claim.kind] ?? [claim.kind]).map((kind) => TAGS.indexOf(kind))
  const shares = parts.flatMap((part) => {
    const own = tokens.filter((token) => token.part === part)
    return placesOf(claim, input[part]).flatMap(({ start, end }) => {
      const covered = own.filter((token) => token.start < end && token.end > start)
      return (covered.at(-1)?.end ?? 0) < end
        ? []
        : [mean(covered.map((token) => sum(tags.map((tag) => token.shares[tag] ?? 0))))]
    })
  })
  return shares.length === 0 ? null : Math.max(...shares)
}

/** Who sells to whom, and who merges with whom, is rarely sure; that both deal with each other is. */
const ALIKE: Partial<Record<Claim['kind'], Claim['kind'][]>> = {
  partner: ['partner', 'customer'],
  customer: ['partner', 'customer'],
  merger: ['merger', 'buyer', 'bought'],
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: number[]) => sum(values) / Math.max(1, values.length)

function placesOf(claim: Claim, text: string): Span[] {
  if ('amount' in claim)
    return amountsIn(text).filter(
      ({ value, currency }) => Math.round(value) === claim.amount.value && currency === claim.amount.currency,
    )
  if (claim.kind === 'round')
    return matchesOf(ANY_ROUND, text).filter(({ start, end }) => roundName(text.slice(start, end)) === claim.name)
  const written =
    claim.kind === 'layoffs'
      ? claim.size.replace('%', '').replaceAll(/\B(?=(?:\d{3})+$)/g, ',?')
      : RegExp.escape(claim.name)
  return matchesOf(new RegExp(String.raw`(?<![\p{L}\p{N}])${written}(?![\p{L}\p{N}])`, 'gu'), text)
}

const ANY_ROUND = new RegExp(`${ROUND.source}|${OF_GRANT.source}`, 'g')

const matchesOf = (pattern: RegExp, text: string): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
