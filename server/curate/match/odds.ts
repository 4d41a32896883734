import { frequencyOf } from '../text/frequencies.ts'
import type { Form } from './forms.ts'
import type { Mention } from './mentions.ts'

/** How much a name in a title speaks for its company, as logarithm of the odds; the numbers are set by hand. */
export function titleOdds({ form, ...is }: Mention): number {
  let odds = form.commonness === 0 ? 3 : 1 - 5 * form.commonness
  const isSubject = is.at === 0 || is.isHeading || is.isNearHeading || is.isActing
  if (form.commonness === 0 && form.isPlain && !isSubject) odds -= 1.5
  if (form.kind === 'alias') odds += 1
  if (is.hasLegalForm || is.isFunded) odds += 1
  if (is.isHeading) odds += is.isActing ? 1.5 : 2
  else if (is.isNearHeading) odds += 1.3
  else if (is.isActing) odds += 0.7
  else if (is.at === 0) odds += 0.5
  // Two words side by side at the head, each with its capital, are hardly there by chance.
  if (form.words.length > 1 && is.at === 0) odds += 0.5
  if (is.isPerson) odds -= 4 * weakness(form)
  else if (is.isPreceded) odds -= 1.5 * weakness(form)
  if (is.isContinued) odds -= 0.5
  return odds
}

/** In running text a capital tells a name from a word, so that it matters less what else the word means. */
export function textOdds({ form, ...is }: Mention): number {
  const isCommon = form.commonness > 0
  let odds = isCommon ? 1.8 - form.commonness : 3
  if (form.kind === 'alias') odds += 1
  if (is.isOpening && !is.isActing) odds -= Math.min(isWord(form) ? 2 : 0.8, 4 * form.commonness)
  if (is.hasArticle) odds -= isCommon ? 1 : 0.8
  if (is.hasLegalForm || is.isFunded) odds += 1
  if (is.isActing && !is.isContinued) odds += 0.5
  if (is.isPerson) odds -= 4 * weakness(form)
  else if (is.isPreceded) odds -= 2 * weakness(form)
  if (is.isContinued) odds -= (isCommon ? 1.8 : 1.2) * weakness(form)
  return odds
}

/** A name that is a person's in one sentence is so in the next; one that stands alone again and again is believed. */
export function wholeOdds(mentions: Mention[]): number {
  const alone = mentions.filter(({ isContinued, isPreceded }) => !isContinued && !isPreceded).length
  const odds = Math.min(1, 0.25 * Math.max(0, alone - 1))
  // The whole name beside somebody of a part of it: the part may be theirs, the whole is not.
  if (
    mentions.some(({ form, isContinued, isPreceded }) => form.words.length > 1 && !isContinued && !isPreceded)
  )
    return odds
  const single = mentions.filter(({ form }) => form.words.length === 1)
  if (single.some(({ isPerson }) => isPerson)) return odds - 3
  if (single.some(({ isPreceded }) => isPreceded)) return odds - 1
  return odds
}

/** Whether it is written small too, so that a capital at the beginning of a sentence tells nothing. */
function isWord({ words }: Form): boolean {
  const known = words.length === 1 ? frequencyOf(words[0] ?? '') : undefined
  return known === undefined || known.is.word || known.small > 1
}

/** Part of a longer name is sooner one word than two: "Representative Fred Thompson" is Fred Thompson. */
const weakness = ({ words }: Form) => (words.length > 1 ? 0.25 : 1)
