/** The headings a story may stand under, in the words of the product. */
export const SECTIONS = [
  'Financial Updates',
  'Partnerships & Alliances',
  'Leadership & Team',
  'Technology & Innovation',
  'Market Position',
  'Business',
  'Other Notable Updates',
] as const

export type Section = (typeof SECTIONS)[number]

/** What happened to a company, from the weightiest to a mere mention. */
export const EVENT_TYPES = [
  'closure',
  'raise',
  'acquisition',
  'departure',
  'layoffs',
  'legal',
  'results',
  'arrival',
  'partnership',
  'launch',
  'mention',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** What a timeline can be narrowed to. */
export const TIMELINE_TYPES = ['funding', 'filing', 'hiring', 'release', 'leadership', 'press'] as const
export type TimelineType = (typeof TIMELINE_TYPES)[number]

/** Sources that report one kind of thing say themselves what happened. */
const BY_KIND: Partial<Record<string, TimelineType>> = {
  filing: 'filing',
  jobs: 'hiring',
  release: 'release',
}

/** Kinds of articles that show that a company lives, and are no news about it. */
export const SIGNAL_KINDS = Object.keys(BY_KIND)

const BY_EVENT_TYPE: Partial<Record<EventType, TimelineType>> = {
  raise: 'funding',
  departure: 'leadership',
  arrival: 'leadership',
  layoffs: 'hiring',
  launch: 'release',
}

/** What kind of event an article tells of; what nobody has judged yet is press. */
export const timelineType = (kind: string, eventType: EventType | null): TimelineType =>
  BY_KIND[kind] ?? (eventType === null ? undefined : BY_EVENT_TYPE[eventType]) ?? 'press'

/** The same for a story: where somebody wrote about it, their words say more than the record they wrote about. */
export const storyTimelineType = (kinds: string[], eventType: EventType): TimelineType =>
  timelineType(kinds.find((kind) => BY_KIND[kind] === undefined) ?? kinds[0] ?? '', eventType)

export const isTimelineType = (value: unknown): value is TimelineType =>
  (TIMELINE_TYPES as readonly unknown[]).includes(value)
