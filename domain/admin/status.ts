import type { Health, HealthCheck } from './health.ts'

/** What customers notice, and the checks of the operator that say whether it works. */
const PARTS: Record<string, readonly string[]> = {
  'Pages and sign-in': ['Database'],
  'News of your companies': ['Workers', 'Job queue', 'Sources'],
  Email: ['Email'],
  Payments: ['Payment events'],
}

export type PartState = HealthCheck['state'] | 'unknown'
type StatusPart = { name: string; state: PartState }

/** A part is as bad as its worst check; without a check it is unknown, never good. */
export function customerStatus(health: Health | null): StatusPart[] {
  return Object.entries(PARTS).map(([name, checks]) => {
    const found = health?.checks.filter((check) => checks.includes(check.name)) ?? []
    const worst = (['bad', 'warn', 'good'] as const).find((state) => found.some((check) => check.state === state))
    return { name, state: worst ?? 'unknown' }
  })
}

export const STATE_TEXTS: Record<PartState, string> = {
  good: 'Working',
  warn: 'Limited',
  bad: 'Not working',
  unknown: 'Unknown',
}
