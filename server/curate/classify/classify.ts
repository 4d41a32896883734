import { SECTIONS, type Section } from '#domain/sections.ts'
import { opinionOn, type Opinion } from './experts.ts'
import { shippedModel, type Model } from './model.ts'

export type Classified = {
  /** The best section, or null when it is no company news. */
  section: Section | null
  /** All sections whose matter is stated plainly; may be empty although one is the best. */
  sections: Section[]
  /** How sure the best section, or its absence, is. */
  score: number
}

/** A title is written to tell what a story is about; its text's beginning tells more, but of other things too. */
const TITLE_SHARE = 0.6
const MODEL_SHARE = 0.15
const MOST_CUES = 2
const STEEPNESS = 3

/** How much must speak for a section before it counts as one of several; chosen on labelled sentences of business news. */
const ENOUGH: Record<Section, number> = {
  'Financial Updates': 0.5,
  'Partnerships & Alliances': 0.4,
  'Leadership & Team': 0.5,
  'Technology & Innovation': 0.7,
  'Market Position': 0.6,
  Business: 0.6,
  'Other Notable Updates': 0.4,
}

/** Under which headings of a company's news an item belongs, if under any. */
export function classify(item: { title?: string; text?: string }, model: Model = shippedModel()): Classified {
  const opinion = opinionOf(item, model)
  if (!opinion) return { section: null, sections: [], score: 0 }
  let section: Section | null = null
  let highest = opinion.none
  for (const [each, margin] of opinion.sections) {
    if (margin > highest) [section, highest] = [each, margin]
  }
  const sections = SECTIONS.filter((each) => evidenceFor(each, opinion) >= ENOUGH[each])
  return { section, sections, score: Math.round(1000 / (1 + Math.exp(-STEEPNESS * highest))) / 1000 }
}

/** What cues and experts say together for a section as one of several. */
export function evidenceFor(section: Section, { cues, sections }: Opinion): number {
  return Math.min(MOST_CUES, cues.get(section) ?? 0) + MODEL_SHARE * (sections.get(section) ?? 0)
}

/** The opinion on a whole item; none of one without words. */
export function opinionOf(
  { title = '', text = '' }: { title?: string; text?: string },
  model: Model,
): Opinion | null {
  const parts = [title, text].filter((part) => /[\p{L}\p{N}]/u.test(part))
  const [first, second] = parts.map((part) => opinionOn(part, model))
  if (!first || !second) return first ?? null
  const mixed = (of: (opinion: Opinion) => number) => TITLE_SHARE * of(first) + (1 - TITLE_SHARE) * of(second)
  const together = (of: (opinion: Opinion) => Map<Section, number>) =>
    new Map(SECTIONS.map((section) => [section, mixed((opinion) => of(opinion).get(section) ?? 0)]))
  return {
    sections: together(({ sections }) => sections),
    cues: together(({ cues }) => cues),
    none: mixed(({ none }) => none),
  }
}
