import { ENGINE_ACTIONS, type Curator, type EngineAction } from './curate.ts'
import { createWorkerPool, workerFile } from '../../platform/worker-pool.ts'
import type { EngineRequest } from './curator-thread.ts'

const HEAP = { oldMb: 192, youngMb: 8 }
const DEADLINE_MS = 30_000
/** An idle worker is ended, because its tables take about 40 MB. */
const IDLE_MS = 20_000

export function openCurator(kind: 'thread' | 'inline'): Curator {
  if (kind === 'thread') return openCuratorThread()
  return {
    curate: async (tasks) => ENGINE_ACTIONS.curate(tasks),
    classify: async (articles) => ENGINE_ACTIONS.classify(articles),
    classifyAnswered: async (tasks) => ENGINE_ACTIONS.classifyAnswered(tasks),
    match: async (tasks) => ENGINE_ACTIONS.match(tasks),
    close: async () => {},
  }
}

function openCuratorThread(): Curator {
  // Each action resolves to its own result type.
  const pool = createWorkerPool<EngineRequest, never>({
    file: workerFile('curator-thread', import.meta.url),
    heap: HEAP,
    deadlineMs: DEADLINE_MS,
    idleMs: IDLE_MS,
    size: 1,
  })
  const ask = (action: EngineAction) => (input: unknown[]) => pool.run({ action, input })
  return {
    curate: ask('curate'),
    classify: ask('classify'),
    classifyAnswered: ask('classifyAnswered'),
    match: ask('match'),
    close: pool.close,
  }
}
