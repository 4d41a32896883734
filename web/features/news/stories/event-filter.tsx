import type { CompanyStory } from '#domain/news/stories.ts'
import { eventLabel } from '#domain/taxonomy.ts'
import { Select } from '../../../ui/forms/controls.tsx'
import { formatNumber } from '../../../ui/text.ts'

export const ALL_EVENTS = 'all'

const keyOf = (story: CompanyStory) => eventLabel(story).toLowerCase()

/** The label in the address, in lower case. */
export const readEventFilter = ({ events }: Record<string, unknown>): string =>
  typeof events === 'string' && /^[a-z ]{2,30}$/.test(events) ? events : ALL_EVENTS

export const filterEvents = (stories: CompanyStory[], chosen: string): CompanyStory[] =>
  chosen === ALL_EVENTS ? stories : stories.filter((story) => keyOf(story) === chosen)

type Props = { stories: CompanyStory[]; chosen: string; onChoose: (events: string) => void }

export function EventFilter({ stories, chosen, onChoose }: Props) {
  const byKey = [...Map.groupBy(stories, keyOf)].toSorted(([, a], [, b]) => b.length - a.length)
  const isEmpty = chosen !== ALL_EVENTS && !byKey.some(([key]) => key === chosen)
  return (
    <Select label="Events" isQuiet className="max-w-40" value={chosen} onChange={onChoose}>
      <option value={ALL_EVENTS}>All events</option>
      {isEmpty && <option value={chosen}>None of this type</option>}
      {byKey.map(([key, own]) => (
        <option key={key} value={key}>
          {own[0] && eventLabel(own[0])} ({formatNumber(own.length)})
        </option>
      ))}
    </Select>
  )
}
