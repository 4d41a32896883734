import type { Coverage, CoverageEntry } from '#domain/coverage.ts'
import { relativeTime, shortDate } from '#domain/relative-time.ts'

export type Tone = 'good' | 'quiet' | 'warn' | 'bad' | 'unknown'
type Words = { tone: Tone; text: string }

const STATES: Record<NonNullable<CoverageEntry['state']>, Words> = {
  ok: { tone: 'good', text: 'Answered, with items' },
  unchanged: { tone: 'good', text: 'Answered, nothing new' },
  empty: { tone: 'quiet', text: 'Answered, nothing there' },
  partial: { tone: 'warn', text: 'Answered in part' },
  throttled: { tone: 'warn', text: 'Asked us to wait' },
  failed: { tone: 'bad', text: 'Failed' },
  unsupported: { tone: 'unknown', text: 'Not in a form we can read' },
  'never-found': { tone: 'unknown', text: 'No such place found' },
}

/** What the last look at one source came to. */
export const stateWords = (state: CoverageEntry['state']): Words =>
  state === null ? { tone: 'unknown', text: 'Not checked yet' } : STATES[state]

/** One sentence that tells quiet from broken from never found. */
export function coverageWords({ state, goodAt, nextAt, entries }: Coverage, now: Date): Words {
  const checked = goodAt ? `Last checked ${lower(relativeTime(goodAt, now))}` : 'Never checked'
  const next = nextAt ? `, next check ${untilText(nextAt, now)}.` : '.'
  const failing = entries.filter(({ failingSince }) => failingSince !== null)
  switch (state) {
    case 'checking':
      return { tone: 'unknown', text: 'Being checked for the first time.' }
    case 'active':
      return { tone: 'good', text: `All sources answer. ${checked}${next}` }
    case 'quiet':
      return { tone: 'quiet', text: `Quiet: all sources answer, nothing was found. ${checked}${next}` }
    case 'partial':
      return {
        tone: 'warn',
        text: `${failing.length || 'Some'} of ${entries.length} sources could not be checked. ${checked}${next}`,
      }
    case 'broken':
      return {
        tone: 'bad',
        text: `Broken: no source answers${sinceText(failing)}. We try again${after(nextAt, now)}.`,
      }
    case 'not-found':
      return { tone: 'unknown', text: 'Never found: no place with news of this company is known.' }
  }
}

/** "in 5 minutes"; beyond a day the date. */
export function untilText(value: string, now: Date): string {
  const minutes = Math.round((new Date(value).getTime() - now.getTime()) / 60_000)
  if (Number.isNaN(minutes)) return 'not known'
  if (minutes < 1) return 'any moment'
  if (minutes < 60) return inUnits(minutes, 'minute')
  if (minutes < 24 * 60) return inUnits(Math.round(minutes / 60), 'hour')
  return `on ${shortDate(value)}`
}

const inUnits = (count: number, unit: string) => `in ${count} ${unit}${count === 1 ? '' : 's'}`

const after = (nextAt: string | null, now: Date) => (nextAt ? ` ${untilText(nextAt, now)}` : '')

function sinceText(failing: CoverageEntry[]): string {
  const first = failing.flatMap(({ failingSince }) => failingSince ?? []).toSorted()[0]
  return first ? ` since ${shortDate(first)}` : ''
}

/** 'Just now' and 'Yesterday' in the middle of a sentence. */
export const lower = (text: string) => text.replace(/^(?:Just|Yesterday)/, (word) => word.toLowerCase())
