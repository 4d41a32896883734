import type { Morning, MorningEvent } from '#domain/news/morning/morning.ts'

/** On the first visit, before anything was read, the last companies may still bring what matters most. */
const isFilling = (shown: Morning, latest: Morning) =>
  shown.since === null && [...shown.events, ...latest.events].every(({ isNew }) => isNew)

type Known = Pick<MorningEvent, 'companyId' | 'roots'>

/** What was shown stays as it was until the next day, so that no event leaves, moves or changes while it is read. */
export function steadyMorning(shown: Morning | undefined, latest: Morning): Morning {
  const isOver = !shown || shown.day !== latest.day || shown.companies > latest.companies
  if (isOver || isEmpty(shown) || isFilling(shown, latest)) return latest
  return shown.companies === latest.companies ? shown : { ...shown, companies: latest.companies }
}

const isEmpty = ({ events, earlier }: Morning) => events.length + earlier.length === 0

/** Unread events that aren't among those shown. */
export function arrivedSince(shown: Morning, latest: Morning): MorningEvent[] {
  const known = [...shown.events, ...shown.earlier]
  return latest.events.filter((event) => event.isNew && !known.some((other) => isSame(event, other)))
}

const isSame = (a: Known, b: Known) => a.companyId === b.companyId && a.roots.some((root) => b.roots.includes(root))
