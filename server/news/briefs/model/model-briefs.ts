import type { Database } from '../../../platform/database/open.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { describeError, type Log } from '../../../platform/log.ts'
import { runAlone } from '../../../platform/database/locks.ts'
import { companyNames } from '../../verify/other-company.ts'
import { checkedSentences, shownArticles, shownName, type Shown } from './sentences.ts'
import type { ModelUse } from '../../model/model-use.ts'
import { briefRequest } from './brief-request.ts'
import { mergedBrief } from './merged-brief.ts'
import { modelStore, type Waiting } from './model-store.ts'
import { notifyNews } from '../write-briefs.ts'
import { briefTasks } from '../brief-articles.ts'
import { idsOf, type BriefOwner } from '../brief-store.ts'
import type { BriefArticle } from '../../engine/curate.ts'

const AT_ONCE = 4
const MAX_PER_RUN = 40
const RUN_MS = 40_000
const FIRST_BACKOFF_MS = 60_000
const MAX_BACKED_OFF = 5000

type Needs = { database: Database; clock: Clock; log: Log; use: ModelUse }
type Backoff = { failures: number; until: number }
type Task = {
  waiting: Waiting
  company: string
  otherNames: string[]
  shown: Shown[]
  briefArticles: BriefArticle[]
}

export type ModelBriefs = ReturnType<typeof createModelBriefs>

export function createModelBriefs({ database, clock, log, use }: Needs) {
  /** Exponential backoff per failed brief. */
  const backoffs = new Map<string, Backoff>()
  const store = modelStore(database.system, use.model)

  function backOff(id: string): void {
    const failures = (backoffs.get(id)?.failures ?? 0) + 1
    const ms = Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), DAY_MS)
    if (backoffs.size >= MAX_BACKED_OFF) backoffs.delete(backoffs.keys().next().value ?? '')
    backoffs.set(id, { failures, until: clock().getTime() + ms })
  }

  const isBackedOff = (id: string) => (backoffs.get(id)?.until ?? 0) > clock().getTime()

  async function taskOf(waiting: Waiting): Promise<Task | null> {
    const [task] = await briefTasks(database.system, [waiting.owner], { texts: true, earlier: false })
    if (!task) return null
    const { company, otherNames = [], briefArticles } = task
    const { name, open } = await publicPart(waiting.owner, company, briefArticles)
    return {
      waiting,
      company: shownName(name),
      otherNames,
      shown: shownArticles(waiting.sources, open, companyNames(company, otherNames)),
      briefArticles,
    }
  }

  /**
   * Nothing that a user wrote or pasted is sent: such articles stay extractive, and the company goes by its public
   * name.
   */
  async function publicPart(owner: BriefOwner, company: string, briefArticles: BriefArticle[]) {
    if (owner.kind === 'tracked-company') return { name: company, open: briefArticles }
    const ids = briefArticles.map(({ id }) => id)
    const { name, pasted } = await store.ownersAlone(owner.id, ids)
    return { name, open: briefArticles.filter(({ id }) => !pasted.includes(id)) }
  }

  /** Returns whether the daily token cap leaves room for more. */
  async function write(task: Task): Promise<boolean> {
    const { id, owner } = task.waiting
    const articles = task.shown.map(({ briefArticle: _briefArticle, ...article }) => article)
    const outcome = await use.ask(briefRequest(task.company, articles))
    if (outcome === null) return false
    if ('trouble' in outcome) {
      const { trouble, because } = outcome
      log.warn({ event: 'ai.trouble', trouble, because, brief: id }, 'language model returned no brief')
      if (trouble === 'unusable') backOff(id)
      return true
    }
    const checked = checkedSentences(outcome.answer.sections, task.shown, task)
    const { sentences, dropped } = checked
    const brief = mergedBrief(task.waiting, checked, task)
    await database.asSystem(async (queries) => {
      const isSaved = await modelStore(queries, use.model).save(task.waiting, brief)
      if (isSaved && brief) await notifyNews(queries, idsOf([owner]))
    })
    backoffs.delete(id)
    await use.verified(sentences, dropped)
    log.info({ event: 'ai.brief', brief: id, sentences, dropped, kept: brief !== null }, 'language model answered')
    return true
  }

  async function writeSome(waiting: Waiting[]): Promise<{ requested: number; goesOn: boolean }> {
    const tasks = await Promise.all(waiting.map(taskOf))
    // Briefs with nothing to send are recorded as asked, so that they aren't tried again every minute.
    for (const [at, task] of tasks.entries()) {
      const brief = waiting[at]
      if (brief && (task === null || task.shown.length === 0)) await store.save(brief, null)
    }
    const ready = tasks.flatMap((task) => (task && task.shown.length > 0 ? [task] : []))
    const done = await Promise.all(ready.map(tried))
    const goesOn = done.every((hasRoom) => hasRoom) && !use.isPaused()
    return { requested: done.filter((hasRoom) => hasRoom).length, goesOn }
  }

  const tried = async (task: Task) => {
    try {
      return await write(task)
    } catch (error) {
      log.error(
        { event: 'ai.failed', err: describeError(error), brief: task.waiting.id },
        'failed to write a brief with the language model',
      )
      backOff(task.waiting.id)
      return true
    }
  }

  return {
    /** Writes some of the waiting briefs, in one process at a time; returns how many were requested. */
    run: async (): Promise<number> =>
      use.isPaused() ? 0 : ((await runAlone(database, 'model-briefs', writeWaiting)) ?? 0),
  }

  async function writeWaiting(): Promise<number> {
    const end = performance.now() + RUN_MS
    const left = [...backoffs.keys()].filter(isBackedOff)
    const waiting = await store.waiting(left, MAX_PER_RUN)
    let requested = 0
    for (let from = 0; from < waiting.length && performance.now() < end; from += AT_ONCE) {
      const some = await writeSome(waiting.slice(from, from + AT_ONCE))
      requested += some.requested
      if (!some.goesOn) break
    }
    return requested
  }
}
