import { SECTIONS, type Section } from '#domain/taxonomy.ts'
import { shippedModel, type Model, HEADLINES, marginsOf, PROSE, RELEASES } from './model.ts'
import { CUES, cuesIn } from './cues.ts'
import { featuresOf } from './features.ts'

export type Classified = {
  /** Null when the article is not company news. */
  section: Section | null
  /** May be empty even if `section` isn't null. */
  sections: Section[]
  score: number
}

const TITLE_SHARE = 0.6
const MODEL_SHARE = 0.15
const MAX_CUES = 2
const STEEPNESS = 3

/** Minimum evidence for a section to be listed; tuned on labeled sentences from business news. */
const MIN_EVIDENCE: Record<Section, number> = {
  'Financial Updates': 0.5,
  'Partnerships & Alliances': 0.4,
  'Leadership & Team': 0.5,
  'Technology & Innovation': 0.7,
  'Market Position': 0.7,
  Business: 0.6,
  'Other Notable Updates': 0.4,
}

const OTHER: Section = 'Other Notable Updates'
/** The cue weight that an article needs for a section; without a cue, the model would guess from the writing style. */
const NEEDED_CUE = 0.8
const LEAD = 400

export function classify(item: { title?: string; text?: string }, model: Model = shippedModel()): Classified {
  const scores = scoreArticle(item, model)
  if (!scores) return { section: null, sections: [], score: 0 }
  const [section, highest] = bestOf(scores, item)
  const sections = SECTIONS.filter((each) => evidenceFor(each, scores) >= MIN_EVIDENCE[each])
  return { section, sections, score: Math.round(1000 / (1 + Math.exp(-STEEPNESS * highest))) / 1000 }
}

/** The likeliest section with a cue in the title or lead; an article without any cue is "Other". */
function bestOf(
  scores: Scores,
  { title = '', text = '' }: { title?: string; text?: string },
): [Section | null, number] {
  const likely = [...scores.sections].filter(([, margin]) => margin > scores.none).sort((a, b) => b[1] - a[1])
  const [first = [null, scores.none] as const] = likely
  const isArticle = title.trim() !== '' && text.trim() !== ''
  // The model was trained on many headlines and passages, so these need no cue; few headlines are about partnerships.
  if (first[0] === null || (!isArticle && (first[0] !== PARTNERSHIPS || scores.proseShare > 0.5))) return [...first]
  const indicated = sectionsIndicated(`${title}\n${text.slice(0, LEAD)}`)
  const isFitting = ([section]: [Section, number]) => indicated.has(section) || (!isArticle && section !== PARTNERSHIPS)
  const found = likely.find(isFitting)
  if (found || !isArticle) return found ?? [null, first[1]]
  const [best] = [...scores.sections].filter(([section]) => indicated.has(section)).sort((a, b) => b[1] - a[1])
  return best ?? [OTHER, first[1]]
}

const PARTNERSHIPS: Section = 'Partnerships & Alliances'
const PARTNERSHIP =
  /\b(?:partner(?:ships?|ed|ing|s? (?:with|to|on)\b)|allianc|collaborat|joint|team(?:s|ed|ing)? up|join(?:s|ed|ing)? forces|agreement|contract|memorandum|mou\b|deals?\b|pact\b|cooperat|tie-up)/
/** "Alder Capital Partners" is a name; in "Cedar Partners with Alder", it's a verb. */
const NAMED_PARTNERS = /(?<=\p{Lu}[\p{L}&]+ )Partners\b(?! (?:[Ww]ith|[Tt]o|[Oo]n|[Ff]or)\b)/gu

function sectionsIndicated(written: string): Set<Section> {
  const text = written.replaceAll(NAMED_PARTNERS, '').replaceAll(/\s+/g, ' ').toLowerCase()
  const times = cuesIn(text)
  const found = CUES.flatMap(({ section, weight }, at) => (weight >= NEEDED_CUE && times[at] ? [section] : []))
  return new Set(found.filter((section) => section !== PARTNERSHIPS || PARTNERSHIP.test(text)))
}

function evidenceFor(section: Section, { cues, sections }: Scores): number {
  return Math.min(MAX_CUES, cues.get(section) ?? 0) + MODEL_SHARE * (sections.get(section) ?? 0)
}

function scoreArticle({ title = '', text = '' }: { title?: string; text?: string }, model: Model): Scores | null {
  const parts = [title, text].filter((part) => /[\p{L}\p{N}]/u.test(part))
  const [first, second] = parts.map((part) => scoreText(part, model))
  if (!first || !second) return first ?? null
  const mixed = (of: (scores: Scores) => number) => TITLE_SHARE * of(first) + (1 - TITLE_SHARE) * of(second)
  const together = (of: (scores: Scores) => Map<Section, number>) =>
    new Map(SECTIONS.map((section) => [section, mixed((scores) => of(scores).get(section) ?? 0)]))
  return {
    sections: together(({ sections }) => sections),
    cues: together(({ cues }) => cues),
    none: mixed(({ none }) => none),
    proseShare: mixed(({ proseShare }) => proseShare),
  }
}

type Scores = { sections: Map<Section, number>; cues: Map<Section, number>; none: number; proseShare: number }

const COMPANY_SECTIONS: readonly Section[] = ['Technology & Innovation', 'Partnerships & Alliances', 'Business']
/** A cue this strong assigns a section even when the headline model prefers another one. */
const STRONG_CUE = 1.5
const DEAL_SECTIONS: readonly Section[] = ['Business', 'Financial Updates']
/** More occurrences only mean that the text is long. */
const MAX_PER_CUE = 2
const CUE_SHARE = 0.5
/** The prose model was never trained on text that is not about companies. */
const PROSE_NONE = -0.5
const PROSE_FROM = 0.6
const PROSE_STEEPNESS = 5
const RELEASE_FROM = 0
const RELEASE_NONE = -0.6

function scoreText(text: string, model: Model): Scores {
  const features = featuresOf(text)
  const margins = marginsOf(features, model)
  const cues = cueScores(features.cues)
  const prose = new Map<Section, number>()
  for (const [index, [, section]] of PROSE.entries()) raise(prose, section, margins[index] ?? 0)
  const preferences = new Map(
    SECTIONS.map((section) => [section, (prose.get(section) ?? 0) + CUE_SHARE * (cues.get(section) ?? 0)]),
  )
  const headline = headlineScores(margins, stronglyCued(features.cues), preferences)
  const share = Math.min(1, Math.max(0, ((margins.at(-1) ?? 0) + PROSE_FROM) * PROSE_STEEPNESS))
  const mixed = (inProse: number, inHeadlines: number) => share * inProse + (1 - share) * inHeadlines
  const released = Math.min(1, Math.max(0, ((margins.at(-2) ?? 0) + RELEASE_FROM) * PROSE_STEEPNESS))
  const withReleases = (inReleases: number, other: number) => released * inReleases + (1 - released) * other
  const sections = new Map<Section, number>()
  for (const [index, section] of RELEASES.entries()) {
    const other = headline.get(section) ?? -1
    const inReleases = margins[PROSE.length + HEADLINES.length + index] ?? 0
    sections.set(section, withReleases(inReleases, mixed(prose.get(section) ?? other, other)))
  }
  const none = headline.get(null) ?? -1
  const unlikely = mixed(Math.min(PROSE_NONE, none), none)
  return { sections, cues, none: withReleases(RELEASE_NONE, unlikely), proseShare: share }
}

function stronglyCued(times: number[]): Section[] {
  const strong: Section[] = []
  for (const [index, { weight, section }] of CUES.entries())
    if (weight >= STRONG_CUE && times[index]) strong.push(section)
  return strong
}

function headlineScores(margins: Float64Array, strong: Section[], preferences: Map<Section, number>) {
  const scores = new Map<Section | null, number>()
  for (const [index, [, section]] of HEADLINES.entries()) {
    const margin = margins[PROSE.length + index] ?? 0
    if (section === 'company') distribute(scores, margin, [...COMPANY_SECTIONS, ...strong], preferences)
    else if (section === 'deal') distribute(scores, margin, DEAL_SECTIONS, preferences)
    else raise(scores, section, margin)
  }
  return scores
}

function distribute(
  scores: Map<Section | null, number>,
  margin: number,
  open: readonly Section[],
  preferences: Map<Section, number>,
): void {
  const top = Math.max(...open.map((section) => preferences.get(section) ?? 0))
  for (const section of open) raise(scores, section, margin - (top - (preferences.get(section) ?? 0)))
}

function raise<K>(scores: Map<K, number>, key: K, score: number): void {
  const before = scores.get(key)
  if (before === undefined || score > before) scores.set(key, score)
}

function cueScores(times: number[]): Map<Section, number> {
  const scores = new Map<Section, number>()
  for (const [index, { section, weight }] of CUES.entries()) {
    const found = Math.min(MAX_PER_CUE, times[index] ?? 0)
    if (found > 0) scores.set(section, (scores.get(section) ?? 0) + weight * found)
  }
  return scores
}
