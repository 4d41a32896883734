import type { Telling, WrittenBrief } from '../../curate/curate.ts'

const MOST_LINES = 8
const HEADING: Record<string, string> = {
  filing: 'Financial Updates',
  jobs: 'Leadership & Team',
  release: 'Technology & Innovation',
}
const OTHER = 'Latest News'
const ORDER = ['Financial Updates', 'Latest News', 'Leadership & Team', 'Technology & Innovation']

/** The plainest honest text: what was published, in its own headlines, each with its source. */
export function headlineBrief(tellings: Telling[]): WrittenBrief | null {
  const newest = tellings
    .filter(({ sameAs }) => sameAs === null)
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
    .slice(0, MOST_LINES)
  const [first] = newest
  if (!first) return null
  const byHeading = Map.groupBy(newest, ({ kind }) => HEADING[kind] ?? OTHER)
  const ordered = ORDER.flatMap((heading) => byHeading.get(heading) ?? [])
  const lineOf = (telling: Telling) =>
    `- ${telling.title}${telling.publisher ? ` (${telling.publisher})` : ''} [${ordered.indexOf(telling) + 1}]`
  const sections = ORDER.filter((heading) => byHeading.has(heading)).map((heading) =>
    [`**${heading}**`, ...(byHeading.get(heading) ?? []).map(lineOf)].join('\n'),
  )
  return {
    content: sections.join('\n\n'),
    sources: ordered.map(({ title, url, publisher, publishedAt }) => ({
      title,
      url,
      publisher,
      publishedAt,
    })),
    publishedAt: first.publishedAt,
    sentences: ordered.length,
    verified: ordered.length,
  }
}
