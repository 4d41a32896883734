import type { Database } from '../../../platform/database/open.ts'
import type { Clock, Log, Writer, Written } from '../../../ports.ts'
import { forgetShared, takeShared } from '../../polling/host-limits.ts'
import { checkedSentences, shownArticles, shownName, type Shown } from './sentences.ts'
import { mergedBrief } from './merged-brief.ts'
import { modelStore, type Waiting } from './model-store.ts'
import { notifyNews } from '../write-briefs.ts'
import { overrideArticlesOf, briefArticlesOf } from '../brief-store.ts'
import type { Config } from '../../../config/config.ts'

const AT_ONCE = 4
const MOST_A_RUN = 40
const RUN_MS = 40_000
/** Longer than one question can take, so that a process that died does not keep the others waiting for long. */
const TURN_S = 150
const TURN = 'model-briefs'
const FIRST_BACKOFF_MS = 60_000
const LONGEST_BACKOFF_MS = 24 * 3_600_000
const LONGEST_GLOBAL_BACKOFF_MS = 3_600_000
const MOST_BACKED_OFF = 5000
/** A token is about four letters of English; of other languages fewer. */
const LETTERS_A_TOKEN = 3
const INSTRUCTION_TOKENS = 600

type Needs = { database: Database; clock: Clock; log: Log; writer: Writer }
type Backoff = { failures: number; until: number }
type Task = {
  waiting: Waiting
  company: string
  shown: Shown[]
  briefArticles: Parameters<typeof mergedBrief>[2]
}

export type ModelBriefs = ReturnType<typeof createModelBriefs>

/** Has a language model write the newest briefs anew; whatever comes of it, the chosen sentences stay. */
export function createModelBriefs({ database, clock, log, writer }: Needs) {
  /** Briefs that failed, and all of them together as `all`: each time they are left alone for longer. */
  const resting = new Map<string, Backoff>()
  const store = modelStore(database.system, writer.model)
  const today = () => clock().toISOString().slice(0, 10)

  function rest(id: string, atLeastMs = 0): void {
    const failures = (resting.get(id)?.failures ?? 0) + 1
    const longest = id === 'all' ? LONGEST_GLOBAL_BACKOFF_MS : LONGEST_BACKOFF_MS
    const ms = Math.min(Math.max(FIRST_BACKOFF_MS * 2 ** (failures - 1), atLeastMs), longest)
    if (resting.size >= MOST_BACKED_OFF) resting.delete(resting.keys().next().value ?? '')
    resting.set(id, { failures, until: clock().getTime() + ms })
  }

  const isResting = (id: string) => (resting.get(id)?.until ?? 0) > clock().getTime()

  async function taskOf(waiting: Waiting): Promise<Task | null> {
    if (waiting.companyId !== null) return ownTaskOf(waiting, waiting.companyId)
    const [task] = await briefArticlesOf(database.system, [waiting.trackedCompanyId ?? 0])
    if (!task) return null
    const shown = shownArticles(waiting.sources, task.briefArticles)
    return { waiting, company: shownName(task.company), shown, briefArticles: task.briefArticles }
  }

  /** What an owner wrote or pasted stays here: such articles are told in chosen sentences, by the name that all use. */
  async function ownTaskOf(waiting: Waiting, companyId: number): Promise<Task | null> {
    const [task] = await overrideArticlesOf(database.system, [companyId])
    if (!task) return null
    const { name, pasted } = await store.ownersAlone(
      companyId,
      task.briefArticles.map(({ id }) => id),
    )
    const open = task.briefArticles.filter(({ id }) => !pasted.includes(id))
    return {
      waiting,
      company: shownName(name),
      shown: shownArticles(waiting.sources, open),
      briefArticles: task.briefArticles,
    }
  }

  /** Whether there is room for further questions today. */
  async function write(task: Task): Promise<boolean> {
    const day = today()
    const letters = task.shown.reduce((sum, { title, text }) => sum + title.length + text.length + 120, 0)
    const input = Math.ceil(letters / LETTERS_A_TOKEN) + INSTRUCTION_TOKENS
    const reserved = input + writer.mostOutput
    if (!(await store.reserve(day, reserved, writer.mostADay))) return false
    const articles = task.shown.map(({ briefArticle: _briefArticle, ...article }) => article)
    const written = await writer.write({ name: task.company }, articles)
    const { sentences, dropped } = await keep(task, written)
    await store.settle(day, reserved, {
      calls: written.calls,
      failures: 'trouble' in written.outcome ? 1 : 0,
      input: written.tokens?.input ?? reserved,
      output: written.tokens?.output ?? 0,
      sentences,
      dropped,
    })
    return true
  }

  async function keep(task: Task, { outcome }: Written): Promise<{ sentences: number; dropped: number }> {
    const { id, trackedCompanyId, companyId } = task.waiting
    if ('trouble' in outcome) {
      const { trouble, because, retryAfterS } = outcome
      log.warn({ event: 'ai.trouble', trouble, because, brief: id }, 'the language model wrote no brief')
      rest(trouble === 'unusable' ? id : 'all', (retryAfterS ?? 0) * 1000)
      return { sentences: 0, dropped: 0 }
    }
    resting.delete('all')
    const checked = checkedSentences(outcome.sections, task.shown, task.company)
    const { sentences, dropped } = checked
    const brief = mergedBrief(task.waiting, checked, task.briefArticles)
    await database.asSystem(async (queries) => {
      const isKept = await modelStore(queries, writer.model).keep(task.waiting, brief)
      const whose = {
        trackedCompanyIds: trackedCompanyId === null ? [] : [trackedCompanyId],
        companyIds: companyId === null ? [] : [companyId],
      }
      if (isKept && brief) await notifyNews(queries, whose)
    })
    resting.delete(id)
    log.info({ event: 'ai.brief', brief: id, sentences, dropped, kept: brief !== null }, 'the language model was asked')
    return { sentences, dropped }
  }

  /** How many were asked for, and whether there is a reason to go on. */
  async function writeSome(waiting: Waiting[]): Promise<{ asked: number; goesOn: boolean }> {
    const tasks = await Promise.all(waiting.map(taskOf))
    // Nothing to show, nothing to ask: noted, so that it is not looked at every minute.
    for (const [at, task] of tasks.entries()) {
      const brief = waiting[at]
      if (brief && (task === null || task.shown.length === 0)) await store.keep(brief, null)
    }
    const ready = tasks.flatMap((task) => (task && task.shown.length > 0 ? [task] : []))
    const done = await Promise.all(ready.map(tried))
    const goesOn = done.every((hasRoom) => hasRoom) && !isResting('all')
    return { asked: done.filter((hasRoom) => hasRoom).length, goesOn }
  }

  const tried = async (task: Task) => {
    try {
      return await write(task)
    } catch (error) {
      log.error({ event: 'ai.failed', because: String(error), brief: task.waiting.id }, 'a brief could not be written')
      rest(task.waiting.id)
      return true
    }
  }

  return {
    /** Some of what waits, one process at a time; tells how many were asked for. */
    async run(): Promise<number> {
      if (isResting('all')) return 0
      const turn = { name: TURN, burst: 1, perSecond: 1 / TURN_S }
      if (!(await takeShared(database.system, turn, 0)).isGranted) return 0
      const end = performance.now() + RUN_MS
      let asked = 0
      try {
        const left = [...resting.keys()].filter((id) => id !== 'all' && isResting(id))
        const waiting = await store.waiting(left, MOST_A_RUN)
        for (let from = 0; from < waiting.length && performance.now() < end; from += AT_ONCE) {
          const some = await writeSome(waiting.slice(from, from + AT_ONCE))
          asked += some.asked
          if (!some.goesOn) break
        }
      } finally {
        await forgetShared(database.system, TURN)
      }
      return asked
    },
  }
}

/** None where no model is named. What speaks to one is loaded only where one is. */
export async function openWriter(settings: Config['writer']): Promise<Writer | null> {
  if (!settings) return null
  const { modelWriter } = await import('./client.ts')
  return modelWriter(settings)
}
