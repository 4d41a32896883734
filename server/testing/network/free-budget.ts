import type { Access, ServiceKeys } from '../../news/sources/service-keys.ts'
import { NOTHING_KNOWN, type SearchBudget, type Signals } from '../../news/sources/licensed-search/budget.ts'

function createRecorder() {
  const calls: unknown[][] = []
  const record =
    (what: string) =>
    async (...about: unknown[]) =>
      void calls.push([what, ...about])
  return { calls, record }
}

/** Answers every question about access alike and records the other calls. */
export function freeKeys(access: Access = 'open') {
  const { calls, record } = createRecorder()
  const keys: ServiceKeys = {
    accessTo: async () => access,
    pause: record('pause'),
    refuse: record('refuse'),
    accept: record('accept'),
    forgetRefusals: record('forgetRefusals'),
  }
  return { keys, calls }
}

/** Grants every request and records the other calls. */
export function freeBudget(signals: Partial<Signals> = {}) {
  const { calls, record } = createRecorder()
  const budget: SearchBudget = {
    reserve: async () => ({ state: 'granted', month: '2026-03-01' }),
    signals: async () => ({ ...NOTHING_KNOWN, ...signals }),
    release: record('release'),
    answered: record('answered'),
    pause: record('pause'),
    refuse: record('refuse'),
  }
  return { budget, calls }
}
