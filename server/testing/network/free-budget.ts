import { NOTHING_KNOWN, type SearchBudget, type Signals } from '../../news/sources/licensed-search/budget.ts'

/** Grants every request and records the other calls. */
export function freeBudget(signals: Partial<Signals> = {}) {
  const calls: unknown[][] = []
  const record =
    (what: string) =>
    async (...about: unknown[]) =>
      void calls.push([what, ...about])
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
