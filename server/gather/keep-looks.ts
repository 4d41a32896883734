import { BAD_STATES, GOOD_STATES } from '#domain/coverage-state.ts'
import type { Queries } from '../database/open.ts'
import { articleStore } from './articles/article-store.ts'
import { tellNews } from './briefs/tell-news.ts'
import type { Briefs } from './briefs/write-briefs.ts'
import type { Check } from './item.ts'
import { PRESS, SITE, type Look } from './look.ts'
import type { Found } from './match/about-whom.ts'
import { ownFinds } from './own-view/own-finds.ts'
import { markSameStories } from './articles/same-stories.ts'
import { discoveryPace, DISCOVERY_EVERY, nextLook } from './watches/schedule.ts'
import { vanished } from './watches/vanished.ts'
import { tell } from './tell.ts'
import type { SiteEvidence } from './watches/join-sites.ts'
import { watchStore, type NewWatch, type Outcome, type Watch } from './watches/watch-store.ts'

export type Looked = { watch: Watch; look: Look; isSlow: boolean }

/** What looks brought, and whom it is about. */
type Brought = { looked: Looked[]; found: Found[] }

type Settings = {
  now: Date
  /** A subject is looked at at least this often. */
  slowestSeconds: number
  chance: () => number
  briefs: Briefs
}

/** Keeps what looks brought, in one transaction; those that are no longer ours to write leave no trace. */
export async function keepLooks(
  queries: Queries,
  { looked, found }: Brought,
  settings: Settings,
): Promise<SiteEvidence[]> {
  const { now, briefs } = settings
  const watches = watchStore(queries)
  const articles = articleStore(queries)
  // Always first and in one order, so that two that write about the same companies wait instead of colliding.
  await watches.lockSubjects([
    ...looked.flatMap(({ watch, look }) => (look.survey && watch.subjectId ? [watch.subjectId] : [])),
    ...found.flatMap(({ links }) => links.map(({ subjectId }) => subjectId)),
  ])
  const kept = await watches.finish(
    looked.map((each) => ({
      id: each.watch.id,
      claim: each.watch.claim,
      outcome: outcomeOf(each, settings),
    })),
  )
  const ours = looked.filter(({ watch }) => kept.has(watch.id))
  await keepSurveys(queries, ours, settings)
  await watches.discoverAgain(
    ours.flatMap(({ watch, look }) => {
      const at = watch.source === SITE ? vanished(watch, look.check, now)?.discoverAt : undefined
      return at && watch.subjectId !== null ? [{ subjectId: watch.subjectId, at }] : []
    }),
    SITE,
  )
  const news = found.filter(({ watchId }) => kept.has(watchId))
  await articles.keep(
    news.map(({ article }) => article),
    now,
  )
  const changed = await articles.link(news.flatMap(({ links }) => links))
  await markSameStories(queries, changed, now)
  const companyIds = await ownFinds(queries).link(news.flatMap(({ ownLinks }) => ownLinks))
  await briefs.rewriteOwn(queries, await ownFinds(queries).beginOwnView(companyIds), now)
  await tellNews(queries, await briefs.headlines(queries, { subjectIds: changed, companyIds }, now))
  await tell(
    queries,
    'tidings_looked',
    ours.flatMap(({ watch }) => (watch.subjectId === null ? [] : [watch.subjectId])),
  )
  return surveysOf(ours).map(({ subjectId, joins, facts }) => ({
    subjectId,
    joins,
    feeds: facts.filter(({ kind }) => kind === 'feed').map(({ value }) => value),
  }))
}

/** What surveys that went well found. */
const surveysOf = (ours: Looked[]) =>
  ours.flatMap(({ watch: { subjectId }, look: { survey, check } }) =>
    survey && subjectId !== null && check.state !== 'failed' ? [{ subjectId, ...survey }] : [],
  )

async function keepSurveys(queries: Queries, ours: Looked[], settings: Settings): Promise<void> {
  const surveys = surveysOf(ours)
  const watches = watchStore(queries)
  const surveyed = ours.flatMap(({ watch, look }) =>
    look.survey && watch.subjectId !== null ? [watch.subjectId] : [],
  )
  await watches.wakeOthers(surveyed, SITE, settings.now)
  if (surveyed.length > 0) await watches.readPressAgain(PRESS, settings.now)
  await watches.keepSurveys(surveys, settings.now)
  await watches.dropLost(
    surveys.flatMap(({ subjectId, addresses }) =>
      addresses.length > 0 ? [{ subjectId, addresses: addresses.map(({ address }) => address) }] : [],
    ),
    SITE,
  )
  await watches.add(
    surveys.flatMap(({ subjectId, addresses }) =>
      addresses.map(({ address, check }) => firstWatch(subjectId, address, check, settings)),
    ),
  )
}

const GOOD = new Set<string>(GOOD_STATES)
const FAILING = new Set<string>(BAD_STATES)

function outcomeOf(
  { watch, look: { check }, isSlow }: Looked,
  { now, slowestSeconds, chance }: Settings,
): Outcome {
  const published = check.items.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
  const isSurvey = watch.source === SITE && watch.address === ''
  const loss = vanished(watch, check, now)
  const { state, problem } = loss ?? check
  const told = { state, retryAt: check.retryAt, published }
  const isGood = GOOD.has(state)
  // A site that was looked over well is left in peace for a week: what it publishes has watches of its own.
  const before = isSurvey ? discoveryPace(watch, state) : watch
  return {
    state,
    problem,
    checkedAt: now,
    isGood: isGood || state === 'never-found',
    isSlow,
    foundAt: isGood ? now : watch.foundAt,
    lostAt: loss?.lostAt ?? watch.lostAt,
    failingSince: FAILING.has(state) ? (watch.failingSince ?? now) : null,
    memory: check.memory,
    ...nextLook(before, told, now, isSurvey ? DISCOVERY_EVERY : slowestSeconds, chance()),
  }
}

/** What a survey found, with what its first look brought already. */
function firstWatch(
  subjectId: number,
  address: string,
  check: Check | null,
  { now, slowestSeconds, chance }: Settings,
): NewWatch {
  const first = { subjectId, source: SITE, address, everySeconds: slowestSeconds, nextAt: now }
  if (!check) return first
  const { state, problem, retryAt, memory } = check
  const published = check.items.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
  const told = { state, retryAt, published }
  const { failures, everySeconds, nextAt } = nextLook(
    { everySeconds: slowestSeconds, failures: 0, isFirst: true },
    told,
    now,
    slowestSeconds,
    chance(),
  )
  const found = { checkedAt: now, goodAt: now, foundAt: now }
  return { ...first, ...memory, ...found, state, problem, failures, everySeconds, nextAt }
}
