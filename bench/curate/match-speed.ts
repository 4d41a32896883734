import { readFileSync } from 'node:fs'
import { match, matchProfile } from '../../server/news/match/match.ts'
import { readCompany } from '../../server/news/match/company.ts'
import { readItem } from '../../server/news/match/mentions.ts'
import { createNames, type Named } from '../../server/news/match/name-index.ts'
import { labeled } from '../quality/labeled.ts'
import { printMeasurement, median } from '../measure/measure.ts'

type Release = { title: string; text: string; url: string }

const ARTICLES = 300
const ROUNDS = 5
const [FEW, MANY] = [1_000, 100_000]

export function matchSpeed(): void {
  const articles = labeled<Release>('articles_pr').slice(0, ARTICLES)
  if (articles.length === 0) return
  const companies = inventedCompanies(ARTICLES)
  const pairs = time(() => {
    for (const [at, article] of articles.entries()) match(companies[at] ?? { name: 'Acme' }, article)
  })
  printMeasurement('match one company and one article', articles.length / (pairs / 1000), 'items/s of CPU')
  const [few, many] = [FEW, MANY].map((count) => among(count, articles))
  if (!few || !many) return
  printMeasurement(`match an article among ${FEW} companies`, few.ms / articles.length, 'ms CPU')
  printMeasurement(`match an article among ${MANY} companies`, many.ms / articles.length, 'ms CPU')
  printMeasurement(`match candidates an article among ${MANY} companies`, many.candidates / articles.length, '')
  printMeasurement('match 100 × the companies costs (limit 3)', many.ms / few.ms, '×')
}

function among(count: number, articles: Release[]) {
  const companies = inventedCompanies(count)
  const names = createNames(companies.map(({ name }, id): Named => ({ id, name, site: `company-${id}.example` })))
  let candidates = 0
  const ms = time(() => {
    candidates = 0
    for (const article of articles) {
      const reading = readItem(article)
      for (const trackedCompanyId of names.match(article)) {
        const company = companies[trackedCompanyId]
        if (company) matchProfile(readCompany(company), reading)
        candidates += 1
      }
    }
  })
  return { ms, candidates }
}

/** Like a real portfolio: one name in six is a common word, one in three has two words, the rest are coined. */
function inventedCompanies(count: number) {
  const table = new URL('../../server/news/text/word-frequencies.txt', import.meta.url)
  const words = readFileSync(table, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0] ?? '')
    .filter((word) => word.length > 4)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const word = (at: number) => words[(at * 7919) % words.length] ?? ''
  return Array.from({ length: count }, (_, at) => {
    const [first, second, third] = [word(at), word(at + 31), word(at + 77)]
    const coined = `${capital(first.slice(0, 4))}${second.slice(-4)}${third.slice(0, 2)}`
    const name = at % 6 === 0 ? capital(first) : at % 3 === 1 ? `${capital(first)} ${capital(second)}` : coined
    return {
      name,
      website: `https://company-${at}.example`,
      description: `${first} for ${second}, and ${third}`,
    }
  })
}

function time(work: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(rounds.slice(1))
}
