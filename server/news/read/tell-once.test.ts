import { expect, test } from 'vitest'
import { CORRECTION, eventLabel } from '#domain/taxonomy.ts'
import { briefArticle } from '../../testing/fixtures/brief-article.ts'
import { companyWeek, type WeekArticle } from '../../testing/fixtures/company-weeks.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { repetitions } from '../../testing/repetitions.ts'
import { classifyArticle } from '../engine/classify-article.ts'
import { curate } from '../engine/curate.ts'
import { joinStories } from '../engine/join-stories.ts'
import { groupStories, type StoryRow } from './stories.ts'

const WEEKS = repetitions({ sample: 30, all: 300 })

const toBriefArticle = ({ id, title, text, publisher, publishedAt }: WeekArticle) =>
  briefArticle(String(id), title, { text, publisher, publishedAt })

/** Rows as the product stores them: each article is clustered and classified, and then all stories are joined. */
function rowsOf(company: string, articles: WeekArticle[]): StoryRow[] {
  const given = articles.map(toBriefArticle)
  const clusters = new Map(curate({ company, briefArticles: given }).joined.map(({ id, cluster }) => [id, cluster]))
  const classified = given.map((each) => ({ ...each, classified: classifyArticle({ ...each, company }) }))
  const storyOf = new Map(joinStories(classified, clusters).map(({ id, story }) => [id, story]))
  return classified.map((each) => {
    const found = each.classified
    return {
      id: each.id,
      url: each.url,
      title: each.title,
      publisher: each.publisher,
      published_at: each.publishedAt,
      linked_at: each.publishedAt,
      precision: 'second',
      language: null,
      statements: [],
      kind: each.kind,
      source: 'press',
      evidence: [],
      story_id: storyOf.get(each.id) ?? null,
      cluster: clusters.get(each.id) ?? each.id,
      is_primary: true,
      section: found.section,
      event_type: found.eventType,
      certainty: found.certainty,
      weight: found.weight,
      direction: found.direction,
      extracted_facts: found.extractedFacts,
      denied: found.denied,
    }
  })
}

test('in generated company-weeks, no two stories on a page share an event, and denied ones are corrections', () => {
  const faults: string[] = []
  for (let seed = 0; seed < WEEKS; seed += 1) {
    const { company, articles } = companyWeek(seededRandom(seed))
    const eventOf = new Map(articles.map(({ id, event }) => [id, event]))
    const stories = groupStories(rowsOf(company, articles))
    const events = stories.map((story) => new Set(story.articles.map(({ id }) => eventOf.get(id) ?? '')))
    for (const [at, own] of events.entries())
      for (const other of events.slice(at + 1))
        for (const event of own.intersection(other)) faults.push(`${seed} twice: ${event}`)
    for (const own of events) if (own.size > 1) faults.push(`${seed} as one: ${[...own].join(', ')}`)
    for (const story of stories) {
      const isDenied = story.articles.some(({ id }) => articles.find((each) => each.id === id)?.isDenial)
      if (isDenied && eventLabel(story) !== CORRECTION) faults.push(`${seed} not taken back: ${story.title}`)
    }
  }
  expect(faults).toEqual([])
})

test('in generated company-weeks, no two lines of a card state the same event', () => {
  const faults: string[] = []
  for (let seed = 0; seed < WEEKS; seed += 1) {
    const { company, articles } = companyWeek(seededRandom(seed))
    const { brief } = curate({ company, briefArticles: articles.map(toBriefArticle) })
    const eventOf = new Map(articles.map(({ id, event }) => [`https://press.example/${id}`, event]))
    const lines = new Map<number | undefined, Set<string | undefined>>()
    for (const source of brief?.sources ?? [])
      lines.set(source.storyId, (lines.get(source.storyId) ?? new Set()).add(eventOf.get(source.url)))
    const reported = [...lines.values()].flatMap((events) => [...events])
    for (const event of new Set(reported))
      if (reported.filter((each) => each === event).length > 1) faults.push(`${seed} twice: ${event}`)
    const denied = new Set(articles.filter(({ isDenial }) => isDenial).map(({ event }) => event))
    for (const { url } of brief?.sources ?? []) {
      const article = articles.find(({ id }) => url.endsWith(`/${id}`))
      if (article && denied.has(article.event) && !article.isDenial) faults.push(`${seed} repeats: ${article.title}`)
    }
  }
  expect(faults).toEqual([])
})
