import { createHash } from 'node:crypto'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { runAlone } from '../../platform/database/locks.ts'
import type { Database } from '../../platform/database/open.ts'
import { describeError, type Log } from '../../platform/log.ts'
import { briefStore, ownersOf } from '../briefs/brief-store.ts'
import { joinStored } from '../briefs/join-stored.ts'
import { shownName } from '../briefs/model/sentences.ts'
import { notifyNews, type Briefs } from '../briefs/write-briefs.ts'
import type { CheckedAnswer } from '../engine/classify-article.ts'
import type { Curator } from '../engine/curate.ts'
import type { ModelUse } from '../model/model-use.ts'
import { watchStore } from '../polling/watch-store.ts'
import { withoutPromptInjection } from '../verify/plain-line.ts'
import { READING_VERSION, readingRequest, type ModelReading, type ShownPair } from '../reading/model/reading-request.ts'
import { readingStore, type DueLink } from './reading-store.ts'

const AT_ONCE = 4
const MAX_PER_RUN = 60
const RUN_MS = 40_000
/** Older news is not worth the tokens. */
const RECENT_MS = 30 * DAY_MS
const LONGEST = { title: 300, text: 3000, name: 100, description: 300, otherNames: 5 }

type Needs = {
  database: Database
  clock: Clock
  log: Log
  use: ModelUse
  curator: Pick<Curator, 'classifyAnswered'>
  briefs: Briefs
  reads: 'unsure' | 'all'
}

export type ModelReadings = ReturnType<typeof createModelReadings>

/** Reads again what the local reader has read and shown already, so news never waits for the model. */
export function createModelReadings({ database, clock, log, use, curator, briefs, reads }: Needs) {
  const store = readingStore(database.system)

  /** Null if the model can't be asked now. */
  async function answerTo(pair: ShownPair): Promise<{ answer: ModelReading | null } | null> {
    const key = keyOf(use.model, pair)
    const known = await store.answer(key)
    if (known) return known
    const outcome = await use.ask(readingRequest(pair))
    if (outcome === null) return null
    if ('trouble' in outcome) {
      const { trouble, because } = outcome
      log.warn({ event: 'ai.trouble', trouble, because }, 'language model read nothing')
      if (trouble !== 'unusable') return null
    }
    // A useless answer is kept too, so that the same question isn't paid for every minute.
    const answer = 'answer' in outcome ? outcome.answer : null
    await store.keep(key, answer, clock())
    return { answer }
  }

  async function checked(link: DueLink, shown: ShownPair['article'], answer: ModelReading) {
    try {
      const [found] = await curator.classifyAnswered([{ ...link, shown, answer }])
      return found ?? null
    } catch (error) {
      log.error({ article: link.id, err: describeError(error) }, 'failed to check what the language model read')
      return null
    }
  }

  /** Nothing is saved if the article has changed since the model saw it; it is due again then. */
  const save = (link: DueLink, found: CheckedAnswer | null) =>
    database.asSystem(async (queries) => {
      const { trackedCompanyId } = link
      await watchStore(queries).lockTrackedCompanies([trackedCompanyId])
      const current = readingStore(queries)
      if (!(await current.isUnchanged(link))) return
      if (!found) return current.finish(link)
      await briefStore(queries).saveClassified([
        { ...found.classification, id: link.id, trackedCompanyId, companyId: null },
      ])
      if (isSame(link, found)) return
      const ids = { trackedCompanyIds: [trackedCompanyId], companyIds: [] }
      await joinStored(queries, ids)
      await notifyNews(queries, await briefs.curate(queries, await ownersOf(queries, ids), clock()))
    })

  /** Returns whether the model can be asked for more. */
  async function read(link: DueLink): Promise<boolean> {
    const pair = shownOf(link)
    const answered = await answerTo(pair)
    if (!answered) return false
    const found = answered.answer && (await checked(link, pair.article, answered.answer))
    await save(link, found)
    if (found) await use.verified(found.stated, found.refused)
    return true
  }

  const tried = async (link: DueLink) => {
    try {
      return await read(link)
    } catch (error) {
      log.error({ article: link.id, err: describeError(error) }, 'failed to read with the language model')
      return true
    }
  }

  async function readDue(): Promise<number> {
    const end = performance.now() + RUN_MS
    const seen: DueLink[] = []
    let done = 0
    while (performance.now() < end && seen.length < MAX_PER_RUN) {
      const due = await store.due(reads, new Date(clock().getTime() - RECENT_MS), seen, AT_ONCE)
      seen.push(...due)
      const continues = await Promise.all(due.map(tried))
      done += continues.filter(Boolean).length
      if (due.length === 0 || continues.includes(false) || use.isPaused()) break
    }
    return done
  }

  return {
    /** Newest first, in one process at a time; returns how many articles were read. */
    run: async (): Promise<number> =>
      use.isPaused() ? 0 : ((await runAlone(database, 'model-readings', readDue)) ?? 0),
  }
}

/** Nothing that addresses a machine is shown, and what isn't shown can't be quoted. */
function shownOf({ company, otherNames, description, title, text, publisher, publishedAt }: DueLink): ShownPair {
  const cleaned = (written: string, limit: number) => withoutPromptInjection(written).slice(0, limit)
  const line = (written: string, limit: number) => cleaned(written, limit).replaceAll('\n', ' ')
  return {
    company: {
      name: shownName(company),
      otherNames: otherNames.slice(0, LONGEST.otherNames).map((name) => line(name, LONGEST.name)),
      description: description && line(description, LONGEST.description),
    },
    article: {
      title: line(title, LONGEST.title),
      text: cleaned(text, LONGEST.text),
      publisher: publisher && line(publisher, LONGEST.name),
      publishedAt,
    },
  }
}

const keyOf = (model: string, pair: ShownPair) =>
  createHash('sha256')
    .update(JSON.stringify([model, READING_VERSION, pair]))
    .digest('hex')

const isSame = ({ eventType, certainty, extractedFacts }: DueLink, { classification }: CheckedAnswer) =>
  eventType === classification.eventType &&
  certainty === classification.certainty &&
  JSON.stringify(extractedFacts) === JSON.stringify(classification.extractedFacts)
