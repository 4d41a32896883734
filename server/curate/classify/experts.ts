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
  const prose = best(PROSE.map(([, section], index) => [section, margins[index] ?? 0]))
  const plain = CUES.filter(({ weight }, index) => weight >= PLAIN && features.cues[index]).map(
    ({ section }) => section,
  )
  const headline = headlineScores([...margins.subarray(PROSE.length, -1)], plain, (section) => {
    return (prose.get(section) ?? 0) + CUE_SHARE * (cues.get(section) ?? 0)
  })
  const share = Math.min(1, Math.max(0, ((margins.at(-1) ?? 0) + PROSE_FROM) * PROSE_STEEPNESS))
  const mixed = (inProse: number, inHeadlines: number) => share * inProse + (1 - share) * inHeadlines
  const sections = SECTIONS.map((section): [Section, number] => {
    const other = headline.get(section) ?? -1
    return [section, mixed(prose.get(section) ?? other, other)]
  })
  const none = headline.get(null) ?? -1
  return { sections: new Map(sections), cues, none: mixed(Math.min(PROSE_NONE, none), none) }
}

/** Kinds of headlines that leave the section open give their margin to the likeliest section, less to the others. */
function headlineScores(margins: number[], plain: Section[], preference: (section: Section) => number) {
  const scores = HEADLINES.flatMap(([, section], index): [Section | null, number][] => {
    const margin = margins[index] ?? 0
    if (section !== 'company' && section !== 'deal') return [[section, margin]]
    const open = section === 'company' ? new Set([...COMPANY_SECTIONS, ...plain]) : new Set(DEAL_SECTIONS)
    const top = Math.max(...[...open].map(preference))
    return [...open].map((each) => [each, margin - (top - preference(each))])
  })
  return best(scores)
}

function best<K>(scores: [K, number][]): Map<K, number> {
  const bests = new Map<K, number>()
  for (const [key, score] of scores)
    bests.set(key, Math.max(score, bests.get(key) ?? Number.NEGATIVE_INFINITY))
  return bests
}

function cueScores(times: number[]): Map<Section, number> {
  const scores = new Map<Section, number>()
  CUES.forEach(({ section, weight }, index) => {
    const found = Math.min(MOST_OF_A_CUE, times[index] ?? 0)
    if (found > 0) scores.set(section, (scores.get(section) ?? 0) + weight * found)
  })
  return scores
}
