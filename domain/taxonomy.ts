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

/** Most significant first. */
export const EVENT_TYPES = [
  'closure',
  'acquisition',
  'raise',
  'ipo',
  'layoffs',
  'departure',
  'legal',
  'incident',
  'purchase',
  'results',
  'arrival',
  'expansion',
  'partnership',
  'launch',
  'mention',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** How much an event matters to a shareholder, 0–1. */
export const EVENT_WEIGHTS: Record<EventType, number> = {
  closure: 1,
  acquisition: 0.96,
  raise: 0.95,
  ipo: 0.94,
  layoffs: 0.8,
  departure: 0.66,
  legal: 0.65,
  incident: 0.62,
  purchase: 0.6,
  results: 0.58,
  arrival: 0.55,
  expansion: 0.5,
  partnership: 0.48,
  launch: 0.4,
  mention: 0.1,
}

/** The labels that readers see. */
export const EVENT_LABELS: Record<EventType, string> = {
  closure: 'Shutdown',
  acquisition: 'Exit',
  raise: 'Funding',
  ipo: 'IPO',
  layoffs: 'Layoffs',
  departure: 'Leadership',
  legal: 'Legal',
  incident: 'Incident',
  purchase: 'Acquisition',
  results: 'Results',
  arrival: 'Leadership',
  expansion: 'Expansion',
  partnership: 'Partnership',
  launch: 'Product',
  mention: 'News',
}

/** The labels by which stories can be counted and searched. Arrivals and departures share one. */
export const EVENT_NAMES = [...new Set(Object.values(EVENT_LABELS))].filter((label) => label !== EVENT_LABELS.mention)

const MIN_NAMED = 4

/** The kind of event that a search may mean: "funding", "funding round", "Layoff". Its label isn't part of any text. */
export function eventNamed(q: string): string {
  const words = q.trim().toLowerCase()
  const isMeant = (name: string) =>
    words === name || words.startsWith(`${name} `) || (words.length >= MIN_NAMED && name.startsWith(words))
  return EVENT_NAMES.find((name) => isMeant(name.toLowerCase())) ?? ''
}

export const eventTypesNamed = (name: string): EventType[] => EVENT_TYPES.filter((type) => EVENT_LABELS[type] === name)

/** The kind of an article that is private to the user who received it. */
export const FOUNDER_UPDATE = 'founder-update'

const LABELS_BY_KIND: Partial<Record<string, string>> = {
  filing: 'Filing',
  jobs: 'Hiring',
  release: 'Release',
  [FOUNDER_UPDATE]: 'Founder update',
}

export const CORRECTION = 'Correction'

type Labeled = { eventType: EventType; denied: readonly EventType[]; articles: readonly { kind: string }[] }

/** Records of one kind are labeled by that kind, unless the press covered them too. */
export function eventLabel({ eventType, denied, articles }: Labeled): string {
  const kinds = new Set(articles.map(({ kind }) => kind))
  const [kind] = kinds
  if (kinds.size === 1 && kind !== undefined && LABELS_BY_KIND[kind]) return LABELS_BY_KIND[kind]
  return eventType === 'mention' && denied.length > 0 ? CORRECTION : EVENT_LABELS[eventType]
}

/** Of releases alone, which are frequent and say little. */
export const isRelease = ({ articles }: Pick<Labeled, 'articles'>) => articles.every(({ kind }) => kind === 'release')

/** Bad news for a shareholder. */
export const isAlarming = ({ eventType, direction }: { eventType: EventType; direction: 'up' | 'down' | null }) =>
  direction === 'down' || eventType === 'closure' || eventType === 'layoffs'

export type Importance = 'major' | 'notable' | 'minor'

const MAJOR = 0.7
export const NOTABLE = 0.45

export const importanceOf = (weight: number): Importance =>
  weight >= MAJOR ? 'major' : weight >= NOTABLE ? 'notable' : 'minor'

export const TIMELINE_TYPES = ['funding', 'filing', 'hiring', 'release', 'leadership', 'press'] as const
export type TimelineType = (typeof TIMELINE_TYPES)[number]

/** Kinds of articles that always have the same type. */
const BY_KIND: Partial<Record<string, TimelineType>> = {
  filing: 'filing',
  jobs: 'hiring',
  release: 'release',
}

/** Kinds that show that a company is active but aren't news. */
export const SIGNAL_KINDS = Object.keys(BY_KIND)

const BY_EVENT_TYPE: Partial<Record<EventType, TimelineType>> = {
  raise: 'funding',
  departure: 'leadership',
  arrival: 'leadership',
  layoffs: 'hiring',
  launch: 'release',
}

export const timelineType = (kind: string, eventType: EventType | null): TimelineType =>
  BY_KIND[kind] ?? (eventType === null ? undefined : BY_EVENT_TYPE[eventType]) ?? 'press'

/** Prefers press coverage, which says more than the record it's about. */
export const storyTimelineType = (kinds: string[], eventType: EventType): TimelineType =>
  timelineType(kinds.find((kind) => BY_KIND[kind] === undefined) ?? kinds[0] ?? '', eventType)

export const isTimelineType = (value: unknown): value is TimelineType =>
  (TIMELINE_TYPES as readonly unknown[]).includes(value)
