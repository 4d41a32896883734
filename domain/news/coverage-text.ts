import { MINUTE_MS, relativeTime, shortDate } from '../time.ts'
import type { CoverageEntry, CoverageSummary } from './coverage.ts'

export type Tone = 'good' | 'quiet' | 'warn' | 'bad' | 'unknown'
type StatusText = { tone: Tone; text: string }

const STATES: Record<NonNullable<CoverageEntry['state']>, StatusText> = {
  ok: { tone: 'good', text: 'OK' },
  unchanged: { tone: 'good', text: 'OK, nothing new' },
  empty: { tone: 'quiet', text: 'OK, empty' },
  partial: { tone: 'warn', text: 'Partly OK' },
  throttled: { tone: 'warn', text: 'Waiting, as the site asked' },
  failed: { tone: 'bad', text: 'Failed' },
  unsupported: { tone: 'unknown', text: 'Unreadable format' },
  'never-found': { tone: 'unknown', text: 'Not found' },
  paused: { tone: 'quiet', text: 'Paused' },
}

export const stateText = (state: CoverageEntry['state']): StatusText =>
  state === null ? { tone: 'unknown', text: 'Not checked yet' } : STATES[state]

export function coverageText(coverage: CoverageSummary, now: Date): StatusText {
  const { state, sources, failing, nextAt, failingSince, problem } = coverage
  const next = nextAt ? ` Next check ${untilText(nextAt, now)}.` : ''
  switch (state) {
    case 'checking':
      return { tone: 'unknown', text: 'Not checked yet. The first check is running.' }
    case 'active':
      return { tone: 'good', text: `${checkedText(coverage, now)}.${next}` }
    case 'quiet':
      return { tone: 'quiet', text: `Quiet. ${checkedText(coverage, now)}, nothing new.${next}` }
    case 'partial':
      return { tone: 'warn', text: `${checkedText(coverage, now)}. ${failing} failed.${next}` }
    case 'broken': {
      const since = failingSince ? ` since ${shortDate(failingSince)}` : ''
      const retry = nextAt ? ` Retrying ${untilText(nextAt, now)}.` : ''
      const none = failing === sources ? 'No source' : 'None of its own sources'
      const failed = `${none} could be read${since} (${failing} of ${sources} failed).`
      // One source's problem isn't the reason of the others.
      const reason = failing === 1 && problem ? ` ${problem}` : ''
      return { tone: 'bad', text: `${failed}${reason}${retry}` }
    }
    case 'not-found':
      return { tone: 'unknown', text: 'We have not found a news source for this company yet.' }
  }
}

function checkedText({ sources, unchecked, failing, goodAt }: CoverageSummary, now: Date): string {
  const checked = sources - unchecked - failing
  const counted = checked === sources ? places(sources) : `${checked} of ${places(sources)}`
  return `${counted} checked ${goodAt ? lower(relativeTime(goodAt, now)) : 'so far'}`
}

const places = (sources: number) => `${sources} source${sources === 1 ? '' : 's'}`

export function untilText(value: string, now: Date): string {
  const minutes = Math.round((new Date(value).getTime() - now.getTime()) / MINUTE_MS)
  if (Number.isNaN(minutes)) return 'not known'
  if (minutes < 1) return 'any moment'
  if (minutes < 60) return inUnits(minutes, 'minute')
  if (minutes < 24 * 60) return inUnits(Math.round(minutes / 60), 'hour')
  return `on ${shortDate(value)}`
}

const inUnits = (count: number, unit: string) => `in ${count} ${unit}${count === 1 ? '' : 's'}`

const lower = (text: string) => text.replace(/^(?:Just|Yesterday)/, (word) => word.toLowerCase())
