import { byImportance, type DigestContent } from '#domain/mailings/content.ts'
import { alertEventOf, isWanted, type Rule } from '#domain/mailings/alerts.ts'
import type { Schedule } from '#domain/mailings/schedule.ts'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { DAY_MS } from '#domain/time.ts'
import { isNews, NEWS_MAX_AGE_MS, type PortfolioStory } from '../news/read/portfolio-stories.ts'
import type { Queries } from '../platform/database/open.ts'
import {
  deliveriesOf,
  emailStory,
  mailedCompanies,
  newsSince,
  undelivered,
  unreportedQuiet,
  type MailedCompany,
} from './candidates.ts'
import { mailingStore, rulesOf, type Delivery } from './store.ts'

/** Keeps the email below the size at which mail clients cut it off. */
const MAX_STORIES = 100

type Needs = { schedule: Schedule; dueAt: Date; coverage: CompanyCoverage[]; now: Date }

type Digest = { content: DigestContent; deliveries: Delivery[]; passedOver: Delivery[] }

/** Everything that was found but not sent yet. Null if the user has no companies. */
export async function composeDigest(
  queries: Queries,
  userId: string,
  { schedule, dueAt, coverage, now }: Needs,
): Promise<Digest | null> {
  const store = mailingStore(queries, userId)
  const companies = await mailedCompanies(queries, userId, now)
  if (companies.length === 0) return null
  const linkedAfter = new Date(now.getTime() - NEWS_MAX_AGE_MS)
  const found = await newsSince(queries, userId, { linkedAfter, now, companies })
  const news = (await undelivered(queries, userId, found)).filter((story) => isNews(story, now))
  const [muted, wanted] = [news.filter(({ isMuted }) => isMuted), news.filter(({ isMuted }) => !isMuted)]
  const rules = rulesOf(await store.rules())
  const ranked = wanted.toSorted((a, b) => asked(b, rules) - asked(a, rules) || byImportance(a, b))
  const quiet = await unreportedQuiet(queries, userId, { companies, after: linkedAfter, now })
  const goneQuiet = quiet.events.filter(
    (event) => isWanted(rules, event, 'digest') || isWanted(rules, event, 'at-once'),
  )
  const since =
    (await store.lastDigestAt()) ?? new Date(dueAt.getTime() - (schedule.digest === 'daily' ? 1 : 7) * DAY_MS)
  return {
    content: {
      kind: 'digest',
      since: since.toISOString(),
      stories: ranked.slice(0, MAX_STORIES).map(emailStory),
      moreStories: Math.max(0, ranked.length - MAX_STORIES),
      goneQuiet: goneQuiet.map(({ story }) => story),
      ...coverageOf(companies, coverage, ranked),
      alertsSent: await store.alertStoriesSince(since),
    },
    deliveries: [...ranked.flatMap(deliveriesOf), ...goneQuiet.flatMap(({ deliveries }) => deliveries)],
    passedOver: muted.flatMap(deliveriesOf),
  }
}

/** 1 if the reader has an alert for the story, otherwise 0. */
function asked({ companyId, eventType, linkedAt, certainty }: PortfolioStory, rules: Rule[]): number {
  const event = alertEventOf(eventType)
  if (event === null) return 0
  const occurrence = { companyId, event, at: new Date(linkedAt), isReported: certainty === 'reported' }
  return Number(isWanted(rules, occurrence, 'digest') || isWanted(rules, occurrence, 'at-once'))
}

const FAILING = ['broken', 'partial']
const UNCHECKED = ['checking', 'not-found']

function coverageOf(
  companies: MailedCompany[],
  coverage: CompanyCoverage[],
  stories: PortfolioStory[],
): Pick<DigestContent, 'companies' | 'failing'> {
  const shown = companies.filter(({ isMuted }) => !isMuted)
  const byCompany = new Map(coverage.map((each) => [each.companyId, each]))
  const withNews = new Set(stories.map(({ companyId }) => companyId))
  const isChecked = ({ id }: MailedCompany) =>
    withNews.has(id) || !UNCHECKED.includes(byCompany.get(id)?.state ?? 'checking')
  return {
    companies: { all: shown.length, checked: shown.filter(isChecked).length, withNews: withNews.size },
    failing: shown.flatMap(({ id, name }) => {
      const { state, failing = 0 } = byCompany.get(id) ?? {}
      return state && FAILING.includes(state) && failing > 0 ? [{ companyName: name, sources: failing }] : []
    }),
  }
}
