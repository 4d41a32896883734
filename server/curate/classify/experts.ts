import { SECTIONS, type Section } from '#domain/sections.ts'
import { CUES } from './cues.ts'
import { featuresOf } from './features.ts'
import { HEADLINES, marginsOf, PROSE, type Model } from './model.ts'

/** What speaks for each section in one text, and for its being no company news at all. */
export type Opinion = { sections: Map<Section, number>; cues: Map<Section, number>; none: number }

const COMPANY_SECTIONS: readonly Section[] = [
  'Technology & Innovation',
  'Partnerships & Alliances',
  'Business',
]
/** So plain a cue opens a section that such headlines seldom belong to: a round of funding among a company's other news. */
const PLAIN = 1.5
const DEAL_SECTIONS: readonly Section[] = ['Business', 'Financial Updates']
/** Two mentions of the same kind are enough; more only tell that the text is long. */
const MOST_OF_A_CUE = 2
/** How much of the second opinion counts when a headline's kind leaves the section open. */
const CUE_SHARE = 0.5
/** Prose about other things than companies was never shown to the prose expert. */
const PROSE_NONE = -0.5
/** From where on the prose expert is heard, and how soon it alone. */
const PROSE_FROM = 0.6
const PROSE_STEEPNESS = 5

/** Both experts on one text, each heard as far as the text is of its kind. */
export function opinionOn(text: string, model: Model): Opinion {
  const features = featuresOf(text)
  const margins = marginsOf(features, model)
  const cues = cueScores(features.cues)
  const prose = new Map<Section, number>()
  for (const [index, [, section]] of PROSE.entries()) raise(prose, section, margins[index] ?? 0)
  const preferences = new Map(
    SECTIONS.map((section) => [section, (prose.get(section) ?? 0) + CUE_SHARE * (cues.get(section) ?? 0)]),
  )
  const headline = headlineScores(margins, plainSections(features.cues), preferences)
  const share = Math.min(1, Math.max(0, ((margins.at(-1) ?? 0) + PROSE_FROM) * PROSE_STEEPNESS))
  const mixed = (inProse: number, inHeadlines: number) => share * inProse + (1 - share) * inHeadlines
  const sections = new Map<Section, number>()
  for (const section of SECTIONS) {
    const other = headline.get(section) ?? -1
    sections.set(section, mixed(prose.get(section) ?? other, other))
  }
  const none = headline.get(null) ?? -1
  return { sections, cues, none: mixed(Math.min(PROSE_NONE, none), none) }
}

function plainSections(times: number[]): Section[] {
  const plain: Section[] = []
  for (const [index, { weight, section }] of CUES.entries())
    if (weight >= PLAIN && times[index]) plain.push(section)
  return plain
}

/** Kinds of headlines that leave the section open give their margin to the likeliest section, less to the others. */
function headlineScores(margins: Float64Array, plain: Section[], preferences: Map<Section, number>) {
  const scores = new Map<Section | null, number>()
  for (const [index, [, section]] of HEADLINES.entries()) {
    const margin = margins[PROSE.length + index] ?? 0
    if (section === 'company') shared(scores, margin, [...COMPANY_SECTIONS, ...plain], preferences)
    else if (section === 'deal') shared(scores, margin, DEAL_SECTIONS, preferences)
    else raise(scores, section, margin)
  }
  return scores
}

function shared(
  scores: Map<Section | null, number>,
  margin: number,
  open: readonly Section[],
  preferences: Map<Section, number>,
): void {
  const top = Math.max(...open.map((section) => preferences.get(section) ?? 0))
  for (const section of open) raise(scores, section, margin - (top - (preferences.get(section) ?? 0)))
}

/** The best of several scores counts. */
function raise<K>(scores: Map<K, number>, key: K, score: number): void {
  const before = scores.get(key)
  if (before === undefined || score > before) scores.set(key, score)
}

function cueScores(times: number[]): Map<Section, number> {
  const scores = new Map<Section, number>()
  for (const [index, { section, weight }] of CUES.entries()) {
    const found = Math.min(MOST_OF_A_CUE, times[index] ?? 0)
    if (found > 0) scores.set(section, (scores.get(section) ?? 0) + weight * found)
  }
  return scores
}
