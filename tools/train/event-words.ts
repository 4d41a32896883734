import { EVENT_TYPES } from '../../domain/taxonomy.ts'
import { eventFeatures, NO_EVENT } from '../../server/news/facts/event-words.ts'
import { createMarker } from '../../server/news/facts/marked-text.ts'
import { newsCases, ordinaryCases } from './match-examples.ts'

export type EventExample = { name: string; event: string; features: Set<string> }

/** Only articles about the company, because one that mentions it in passing says nothing about its events. */
export const eventExamples = (): EventExample[] => {
  const reported = newsCases().filter(({ expect }) => expect.about && expect.primary)
  const cases = [
    ...reported.map(({ expect, ...news }) => ({ ...news, event: expect.event ?? NO_EVENT })),
    ...ordinaryCases().map((news) => ({ ...news, event: NO_EVENT })),
  ]
  return cases.map(({ company, title, text, publisher, event }) => ({
    name: company.name,
    event,
    features: eventFeatures(createMarker(company)({ title, text, publisher })),
  }))
}

const FEWEST_ARTICLES = 2
const BASE = 36

/** Writes the format that `readCounts` parses. */
export function countEventWords(examples: EventExample[]): string {
  const events = [...EVENT_TYPES.filter((event) => event !== 'mention'), NO_EVENT]
  const articles = events.map((event) => `${event}:${examples.filter((each) => each.event === event).length}`)
  const counts = new Map<string, number[]>()
  for (const { event, features } of examples)
    for (const feature of features) {
      const seen = counts.get(feature) ?? events.map(() => 0)
      const at = events.indexOf(event)
      seen[at] = Math.min(BASE - 1, (seen[at] ?? 0) + 1)
      counts.set(feature, seen)
    }
  const lines = [...counts]
    .filter(([, seen]) => seen.reduce((sum, each) => sum + each, 0) >= FEWEST_ARTICLES)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([feature, seen]) =>
        `${feature}\t${seen
          .map((count) => count.toString(BASE))
          .join('')
          .replace(/0+$/, '')}`,
    )
  return `${[articles.join(' '), ...lines].join('\n')}\n`
}

export const buildEventWords = (): Buffer => Buffer.from(countEventWords(eventExamples()))
