import type { CoverageEntry, CoverageInShort } from '#domain/coverage.ts'
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
export function coverageWords(coverage: CoverageInShort, now: Date): Words {
  const { state, sources, failing, goodAt, nextAt, failingSince, problem } = coverage
  const checked = goodAt ? `last good check ${lower(relativeTime(goodAt, now))}` : 'no good check yet'
  const rest = `${checked}${nextAt ? `, next check ${untilText(nextAt, now)}` : ''}.`
  const looked = `Looked at ${places(sources)}, ${rest}`
  switch (state) {
    case 'checking':
      return { tone: 'unknown', text: 'Being checked for the first time.' }
    case 'active':
      return { tone: 'good', text: `All sources answer. ${looked}` }
    case 'quiet':
      return { tone: 'quiet', text: `Quiet: all sources answer, nothing was found. ${looked}` }
    case 'partial':
      return { tone: 'warn', text: `${failing} of ${places(sources)} could not be checked, ${rest}` }
    case 'broken': {
      const since = failingSince ? ` since ${shortDate(failingSince)}` : ''
      const again = nextAt ? ` ${untilText(nextAt, now)}` : ''
      return {
        tone: 'bad',
        text: `Broken: no source answers${since}. ${problem ? `${problem} ` : ''}We try again${again}.`,
      }
    }
    case 'not-found':
      return { tone: 'unknown', text: 'Never found: no place with news of this company is known.' }
  }
}

const places = (sources: number) => `${sources} source${sources === 1 ? '' : 's'}`

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

/** 'Just now' and 'Yesterday' in the middle of a sentence. */
export const lower = (text: string) => text.replace(/^(?:Just|Yesterday)/, (word) => word.toLowerCase())
