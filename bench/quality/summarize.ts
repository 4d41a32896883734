import { contentOf, SAME_FACT, sharedShare } from '../../server/news/summarize/repetition.ts'
import { summarize } from '../../server/news/summarize/summarize.ts'
import { printMeasurement } from '../measure/measure.ts'
import { labeled } from './labeled.ts'
import { leadSummary, lexRankSummary } from './plain-summaries.ts'

type Row = { id: string; ref_summary: string; docs: { title: string; text: string; source: string | null }[] }

export function summarizeQuality(): void {
  const rows = labeled<Row>('summ_neus')
  if (rows.length === 0) return
  const scores = { lead: 0, lexRank: 0, ours: 0 }
  let [lines, found, repeating] = [0, 0, 0]
  for (const { ref_summary, docs } of rows) {
    const reference = tokens(ref_summary)
    const texts = docs.map(({ text }) => text)
    scores.lead += rouge1(reference, tokens(leadSummary(texts)))
    scores.lexRank += rouge1(reference, tokens(lexRankSummary(texts)))
    const articles = docs.map(({ title, text, source }, index) => ({
      title,
      text,
      url: `https://example.com/${index}`,
      publisher: source,
      publishedAt: '2026-01-01',
    }))
    const { sections, sources } = summarize('', articles)
    const said = sections.flatMap(({ sentences }) =>
      sentences.map(({ text, citations: [number = 0] }) => ({ text, url: sources[number - 1]?.url })),
    )
    lines += said.length
    found += said.filter(({ text, url }) => {
      const source = articles.find((article) => article.url === url)
      return source && (source.text.includes(text) || source.title === text)
    }).length
    if (isRepeating(said.map(({ text }) => text))) repeating += 1
    scores.ours += rouge1(reference, tokens(said.map(({ text }) => text).join(' ')))
  }
  const mean = (sum: number) => (100 * sum) / rows.length
  printMeasurement('summarize summ_neus first sentences', mean(scores.lead), 'ROUGE-1 F1')
  printMeasurement('summarize summ_neus LexRank with position', mean(scores.lexRank), 'ROUGE-1 F1')
  printMeasurement('summarize summ_neus (target ≥ 40)', mean(scores.ours), 'ROUGE-1 F1')
  printMeasurement('summarize summ_neus sentences found in what they cite (target 100)', (100 * found) / lines, '%')
  printMeasurement('summarize summ_neus briefs that say a fact twice (target ≤ 3)', mean(repeating), '%')
}

/** Whether any two lines share at least two fifths of the shorter one's content words. */
function isRepeating(lines: string[]): boolean {
  const contents = lines.map((line) => contentOf(line, []))
  return contents.some((one, at) => contents.slice(0, at).some((other) => sharedShare(one, other) >= SAME_FACT))
}

const tokens = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []

function rouge1(reference: string[], found: string[]): number {
  const left = new Map([...Map.groupBy(reference, (word) => word)].map(([word, { length }]) => [word, length]))
  let both = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count > 0) both += 1
    left.set(word, count - 1)
  }
  return both === 0 ? 0 : (2 * both) / (reference.length + found.length)
}
