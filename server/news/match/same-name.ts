import { readCompany, type Company, type Profile } from './company.ts'
import { NO_MATCH, rateProfile, type MatchResult, type Rated } from './match.ts'
import type { Reading } from './mentions.ts'

/** In log odds. */
const CLEARLY_BETTER = 3
/** One company may be tracked under two sites, which then describe it in the same words. */
const MAY_BE_ONE = 0.2

/** Companies of the same name compete for an article: it is about the one that it clearly fits better. */
export function matchAll(companies: Company[], item: Reading): MatchResult[] {
  const rated = companies.map((company) => {
    const profile = readCompany(company)
    return { profile, ...rateProfile(profile, item) }
  })
  return rated.map((one) => (rated.some((other) => isAboutOther(one, other)) ? NO_MATCH : one.result))
}

type Candidate = Rated & { profile: Profile }

const isAboutOther = (one: Candidate, other: Candidate): boolean =>
  (one.result.about || one.result.isDoubtful) &&
  other.odds >= one.odds + CLEARLY_BETTER &&
  !one.result.evidence.some(({ kind }) => kind === 'own-site' || kind === 'links-to-site') &&
  isNamedAlike(one.result, other.result) &&
  areComparable(one.profile, other.profile)

function isNamedAlike(one: MatchResult, other: MatchResult): boolean {
  const names = namesIn(other)
  return namesIn(one).some((name) => names.includes(name))
}

const namesIn = ({ evidence }: MatchResult) =>
  evidence.flatMap((each) => (each.kind === 'title' || each.kind === 'text' ? [each.value?.toLowerCase()] : []))

/** Without a description, a company may be the other one. */
const areComparable = (one: Profile, other: Profile) =>
  one.hasDescription && other.hasDescription && sharedTopics(one, other) < MAY_BE_ONE

function sharedTopics({ topics: some }: Profile, { topics: others }: Profile): number {
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some]
  let [shared, all] = [0, 0]
  for (const [topic, weight] of fewer) {
    all += weight
    if (more.has(topic)) shared += weight
  }
  return all === 0 ? 0 : shared / all
}
