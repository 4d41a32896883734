import type { SearchBudget, Standing } from '../../news/sources/licensed-search/budget.ts'

const NOTHING_KNOWN: Standing = {
  hasRecentEvent: false,
  isNew: false,
  isQuiet: false,
  isPaidFor: false,
  linked: 0,
  demand: 0,
}

/** Grants every request and records what it is told. */
export function freeBudget(standing: Partial<Standing> = {}) {
  const told: unknown[][] = []
  const tell =
    (what: string) =>
    async (...about: unknown[]) =>
      void told.push([what, ...about])
  const budget: SearchBudget = {
    reserve: async () => ({ state: 'granted', month: '2026-03-01' }),
    standing: async () => ({ ...NOTHING_KNOWN, ...standing }),
    release: tell('release'),
    answered: tell('answered'),
    pause: tell('pause'),
    refuse: tell('refuse'),
    forgetRefusals: tell('forgetRefusals'),
  }
  return { budget, told }
}
