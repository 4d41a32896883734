import { ENGINE_ACTIONS, type Curator, type EngineAction } from './curate.ts'
import { createWorkerPool, workerFile } from '../../platform/worker-pool.ts'
import type { EngineRequest } from './curator-thread.ts'

const HEAP = { oldMb: 192, youngMb: 8 }
const DEADLINE_MS = 30_000
/** With its tables it is some forty megabytes, which nobody needs while nothing comes in. */
const IDLE_MS = 20_000

/** Curation thinks hard: a server that answers people leaves that to a thread of its own. */
export function openCurator(kind: 'thread' | 'inline'): Curator {
  if (kind === 'thread') return openCuratorThread()
  return {
    curate: async (tasks) => ENGINE_ACTIONS.curate(tasks),
    classify: async (articles) => ENGINE_ACTIONS.classify(articles),
    match: async (tasks) => ENGINE_ACTIONS.match(tasks),
    close: async () => {},
  }
}

function openCuratorThread(): Curator {
  // Each action answers with what that action gives.
  const pool = createWorkerPool<EngineRequest, never>({
    file: workerFile('curator-thread', import.meta.url),
    heap: HEAP,
    deadlineMs: DEADLINE_MS,
    idleMs: IDLE_MS,
    size: 1,
  })
  const ask = (action: EngineAction) => (input: unknown[]) => pool.run({ action, input })
  return { curate: ask('curate'), classify: ask('classify'), match: ask('match'), close: pool.close }
}
