import { foldedWords } from '../text/words.ts'
import { otherCompanyIn, type CompanyNames } from '../verify/other-company.ts'
import type { SummaryArticle } from './summarize.ts'
import { newsSentences } from './boilerplate.ts'
import { contentOf, eventsIn, sharedShare } from './repetition.ts'
import { isUnattributed } from './source-sentences.ts'

const CORRECTION = /^\s*(?:correction|corrected|clarification|retraction|retracted)\b/i
const DENIAL =
  /\b(?:den(?:y|ies|ied|ying)|not for sale|(?:holds?|has|have|in) no (?:sale |merger |takeover )?(?:talks|plans)|withdr(?:aw|aws|awn|ew)|retract(?:s|ed|ion)?|(?:was|were|is|are) (?:wrong|false|untrue|incorrect|inaccurate|mistaken|not true)|refut(?:e|es|ed)|rebuts?|dismiss(?:es|ed) (?:\w+ )?(?:reports?|rumou?rs?|claims?|speculation)|call(?:s|ed|ing)? off|scrap(?:s|ped|ping)?|abandon(?:s|ed|ing)?|terminat(?:es?|ed|ing)|walk(?:s|ed|ing)? away from)\b/i
const DENIED_IN_LEAD =
  /\b(?:reports?|story|article|claims?|rumou?rs?|talks)\b[^.]{0,80}\b(?:wrong|false|untrue|incorrect|inaccurate|mistaken)\b|\bretract(?:s|ed)\b|\bden(?:y|ies|ied)\b[^.]{0,60}\b(?:reports?|rumou?rs?|talks|sale|claims?|plans?)\b|\bnot for sale\b/i
/** Says what an earlier report got wrong. */
const EXPLAINS =
  /\b(?:(?:an?|the|our) (?:earlier|previous|original|initial) (?:version|report|story|article|headline|post)|incorrect(?:ly)?|wrong(?:ly)?|mis(?:stated|reported|spelled|identified|attributed)|erroneous(?:ly)?|in error|should (?:have )?(?:read|said|been)|has been (?:corrected|updated|retracted|removed)|corrects?|instead of|rather than)\b|\bnot \p{Sc}?\d/iu
/** A denial doesn't undo a lawsuit or an investigation. */
const LEGAL = /\b(?:lawsuits?|sue[sd]?|suing|court|charged|indict\w*|complaint|investigat\w*|probe|fined?)\b/i
/** Mentions the report but not the mistake. */
const VAGUE = /\b(?:yesterday|article|story|stories|post|report|newsletter|note)\b/i
const LEAD_SENTENCES = 3
const MAX_WORDS = 100
const SAME_STORY = 0.3
const OTHER_STORY = 0.5
const REPEATS = 0.8
const LONGEST_CORRECTION = 2

export type Refutation = {
  article: SummaryArticle
  isCorrection: boolean
  content: Set<string>
  /** Kinds of events that it says didn't happen. */
  events: Set<string>
}

/** A newsletter's other items deny nothing about this company. */
const isOfOther = (sentence: string, names: CompanyNames) =>
  !names.isNamedIn(sentence) && otherCompanyIn(sentence, names) !== null

/** Null unless the article corrects, retracts or denies an earlier report. */
export function refutationOf(article: SummaryArticle, names: CompanyNames): Refutation | null {
  const { title, text = '' } = article
  const isCorrection = CORRECTION.test(title)
  const lead = newsSentences(text.slice(0, 1500))
    .slice(0, LEAD_SENTENCES)
    .map((sentence) => sentence.text)
  const denying = [
    ...(DENIAL.test(title) ? [title] : []),
    ...lead.filter((sentence) => DENIED_IN_LEAD.test(sentence) && !isOfOther(sentence, names)),
  ]
  const whole = [title, ...lead].join(' ')
  // A denial by another company doesn't retract anything about this one.
  if (!isCorrection && !(denying.length > 0 && names.isNamedIn(whole))) return null
  const events = eventsIn(foldedWords(denying.join(' '), MAX_WORDS))
  return { article, isCorrection, content: contentOf(whole, names.all), events }
}

/** Whether a later article takes back what this one reports. */
export function isTakenBack(
  article: SummaryArticle,
  { article: later, isCorrection, content, events }: Refutation,
  { isSameStory, names }: { isSameStory: boolean; names: readonly string[] },
): boolean {
  if (timeOf(article) > timeOf(later)) return false
  if (isCorrection && isSameStory && publisherOf(article) === publisherOf(later)) return true
  if (!isCorrection && LEGAL.test(article.title)) return false
  if (!isCorrection && !eventsIn(foldedWords(article.title, MAX_WORDS)).isDisjointFrom(events)) return true
  return sharedShare(contentOf(article.title, names), content) >= (isSameStory ? SAME_STORY : OTHER_STORY)
}

/** What a correction says, in its own words: its headline, unless that repeats the mistake, and what was wrong. */
export function correctionLines(
  { article }: Refutation,
  takenBack: readonly SummaryArticle[],
  names: readonly string[],
) {
  const explaining = newsSentences((article.text ?? '').slice(0, 3000))
    .map(({ text }) => text)
    .filter((text) => (EXPLAINS.test(text) || DENIAL.test(text)) && !isUnattributed(text))
  const headline = contentOf(article.title.replace(CORRECTION, ''), names)
  const isOldHeadline = takenBack.some(
    ({ title }) => sharedShare(headline, contentOf(title, names)) >= REPEATS && !hasOtherFigure(article.title, title),
  )
  const says =
    DENIAL.test(article.title) ||
    EXPLAINS.test(article.title) ||
    (CORRECTION.test(article.title) && headline.size > 2 && !isOldHeadline && !VAGUE.test(article.title))
  if (!says && explaining.length > 0) return explaining.slice(0, LONGEST_CORRECTION)
  return [article.title, ...explaining.filter((text) => !SAYS_NOTHING_MORE.test(text))].slice(0, LONGEST_CORRECTION)
}

/** "An earlier version of this article misstated the amount." below a headline that states both amounts. */
const SAYS_NOTHING_MORE = /^An? (?:earlier|previous|original) (?:version|headline) (?:of|on|to) [^\d"“]*$/

/** "Raises $18 million" corrects "Raises $81 million", although all its other words are the same. */
const hasOtherFigure = (headline: string, earlier: string) =>
  !new Set(headline.match(FIGURE)).isSubsetOf(new Set(earlier.match(FIGURE)))
const FIGURE = /\d[\d.,]*/g

const publisherOf = ({ publisher, url }: SummaryArticle) => publisher ?? URL.parse(url)?.hostname ?? url

export const timeOf = ({ publishedAt }: SummaryArticle): number => Date.parse(publishedAt ?? '') || 0
