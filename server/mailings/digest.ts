import { isWanted } from '#domain/mailings/alerts.ts'
import { DigestContent, type EmailLine } from '#domain/mailings/content.ts'
import type { Schedule } from '#domain/mailings/schedule.ts'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { readingDay } from '#domain/news/morning/reading-day.ts'
import { morningAndNews } from '../news/read/morning.ts'
import { NEWS_MAX_AGE_MS } from '../news/read/portfolio-stories.ts'
import type { Queries } from '../platform/database/open.ts'
import {
  deliveriesOf,
  mailedCompanies,
  newsSince,
  unreportedQuiet,
  type MailedCompany,
  type MailedEvent,
} from './candidates.ts'
import { mailingStore, rulesOf, type Delivery } from './store.ts'

type Needs = {
  schedule: Pick<Schedule, 'digest' | 'timeZone'>
  coverage: CompanyCoverage[]
  now: Date
  /** Of the sample companies, for a preview. */
  isSample?: boolean
}

type Digest = { content: DigestContent; deliveries: Delivery[]; passedOver: Delivery[] }

/** The morning, without what earlier digests said. Null if the user has no companies. */
export async function composeDigest(
  queries: Queries,
  userId: string,
  { schedule, coverage, now, isSample = false }: Needs,
): Promise<Digest | null> {
  const { timeZone } = schedule
  const store = mailingStore(queries, userId)
  const companies = await mailedCompanies(queries, userId, { now, isSample })
  if (companies.length === 0) return null
  const sent = new Set(companies.map(({ id }) => id))
  const { morning, news } = await morningAndNews(
    queries,
    userId,
    { now, timeZone },
    {
      isSent: (id) => sent.has(id),
      sentAt: sentBefore(await store.sentAt(), readingDay(now, timeZone).begins),
      lastSentAt: await store.lastDigestAt(),
    },
  )
  const linkedAfter = new Date(now.getTime() - NEWS_MAX_AGE_MS)
  const muted = companies.filter(({ isMuted }) => isMuted)
  const rules = rulesOf(await store.rules())
  const quiet = await unreportedQuiet(queries, userId, { companies, after: linkedAfter, now })
  const goneQuiet = quiet.events.filter(
    (event) => isWanted(rules, event, 'digest') || isWanted(rules, event, 'at-once'),
  )
  return {
    content: DigestContent.parse({
      ...morning,
      kind: 'digest',
      earlier: schedule.digest === 'daily' ? [] : morning.earlier,
      goneQuiet: goneQuiet.flatMap(lineOf),
      failing: failingOf(companies, coverage),
    }),
    deliveries: [...news.flatMap(deliveriesOf), ...goneQuiet.flatMap(({ deliveries }) => deliveries)],
    passedOver: (await newsSince(queries, userId, { linkedAfter, now, companies: muted })).flatMap(deliveriesOf),
  }
}

/** A second digest on the same day repeats nothing, although what was read today stays in a morning. */
const sentBefore = (sentAt: ReadonlyMap<string, number>, begins: Date) =>
  new Map([...sentAt].map(([key, at]) => [key, Math.min(at, begins.getTime() - 1)]))

const lineOf = ({ story }: MailedEvent): EmailLine[] =>
  'about' in story ? [{ ...story, storyId: story.id, more: 0 }] : []

const FAILING = ['broken', 'partial']

function failingOf(companies: MailedCompany[], coverage: CompanyCoverage[]): DigestContent['failing'] {
  const byCompany = new Map(coverage.map((each) => [each.companyId, each]))
  return companies
    .filter(({ isMuted }) => !isMuted)
    .flatMap(({ id, name }) => {
      const { state, failing = 0 } = byCompany.get(id) ?? {}
      return state && FAILING.includes(state) && failing > 0 ? [{ companyName: name, sources: failing }] : []
    })
}
