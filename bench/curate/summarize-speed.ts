import { summarize } from '../../server/news/summarize/summarize.ts'
import { seededRandom } from '../../server/testing/seeded-random.ts'
import { printMeasurement } from '../measure/measure.ts'

const BRIEFS = 200
const ARTICLES = 12
const SENTENCES = 15

export function summarizeSpeed(): void {
  summarize('Company', inventedArticles(0))
  const briefs = Array.from({ length: BRIEFS }, (_, brief) => inventedArticles(brief))
  const began = process.cpuUsage()
  for (const articles of briefs) summarize('Company', articles)
  const { user, system } = process.cpuUsage(began)
  printMeasurement('curate summarize', (BRIEFS / (user + system)) * 1_000_000, 'briefs/s')
}

function inventedArticles(seed: number) {
  const random = seededRandom(seed)
  return Array.from({ length: ARTICLES }, (_, n) => {
    const word = () =>
      random() < 0.5 ? `story${n % 4}w${Math.floor(random() * 20)}` : `word${Math.floor(5000 ** random())}`
    const sentence = () => `Company ${Array.from({ length: 20 }, word).join(' ')}.`
    return {
      title: Array.from({ length: 9 }, word).join(' '),
      text: Array.from({ length: SENTENCES }, sentence).join(' '),
      url: `https://example.com/${n}`,
      publishedAt: '2026-01-01',
    }
  })
}
