import { shortMoneyText } from '../companies/positions/money.ts'
import { factValue } from './fact-text.ts'
import type { Fact } from './facts.ts'
import type { Story } from './stories.ts'

type RoundStory = Pick<Story, 'publishedAt' | 'eventType' | 'extractedFacts' | 'denied' | 'isPrimary'>

/** The newest round stated in the news, such as "$18M Series A". Denied rounds don't count; null if there is none. */
export function latestRound(stories: readonly RoundStory[]): { text: string; publishedAt: string } | null {
  const rounds = stories.filter(({ eventType, isPrimary, denied }) => {
    return eventType === 'raise' && isPrimary && !denied.includes('raise')
  })
  for (const { extractedFacts, publishedAt } of rounds.toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))) {
    const facts = (extractedFacts ?? []).filter(({ certainty }) => certainty === 'stated')
    const text = (['raised', 'round'] as const)
      .flatMap((kind) => facts.filter((fact) => fact.kind === kind).slice(0, 1))
      .map(roundText)
      .join(' ')
    if (text !== '') return { text, publishedAt }
  }
  return null
}

/** Short, like the cap shown next to it. */
const roundText = (fact: Fact) =>
  fact.kind === 'raised' && /^[A-Z]{3}$/.test(fact.amount.currency)
    ? shortMoneyText(String(fact.amount.value), fact.amount.currency)
    : factValue(fact)
