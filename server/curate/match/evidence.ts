import type { Profile } from './company.ts'
import type { Context } from './context.ts'
import type { Mention } from './mentions.ts'
import type { Reading } from './passage.ts'

const COMMON = 0.45

type Found = {
  profile: Profile
  item: Reading
  inTitle: Mention[]
  inText: Mention[]
  context: Context
  people: string[]
  places: string[]
  isOwnSite: boolean
  linksSite: boolean
}

/** What the judgement rests on, in words that a user understands: first what speaks for it, then what against. */
export function evidenceOf({
  profile,
  item,
  inTitle,
  inText,
  context,
  people,
  places,
  isOwnSite,
  linksSite,
}: Found): string[] {
  const evidence: string[] = []
  if (isOwnSite) evidence.push(`on its own site, ${profile.site?.key}`)
  else if (linksSite) evidence.push(`names its site, ${profile.site?.key}`)
  for (const text of namesOf(inTitle)) evidence.push(`“${text}” in the title`)
  for (const text of namesOf(inText)) {
    const times = new Set(inText.filter(({ form }) => form.text === text).map(({ at }) => at)).size
    evidence.push(times > 1 ? `“${text}” in the text, ${times} times` : `“${text}” in the text`)
  }
  if (context.words.length > 0) evidence.push(`speaks of what it does: ${context.words.join(', ')}`)
  if (people.length > 0) evidence.push(`names its people: ${people.slice(0, MOST_NAMES).join(', ')}`)
  if (places.length > 0) evidence.push(`speaks of ${places.slice(0, MOST_NAMES).join(', ')}, where it is`)
  const named = [...inTitle, ...inText]
  const [first] = named
  if (first && named.every(({ form }) => form.commonness > COMMON))
    evidence.push(`“${first.form.text}” may mean something else`)
  if (first && named.every(({ isPerson, isPreceded, isContinued }) => isPerson || isPreceded || isContinued))
    evidence.push('only as part of a longer name')
  if (profile.hasDescription && first && context.words.length === 0 && item.text.words.length > 0)
    evidence.push('nothing of what it does is spoken of')
  return evidence
}

const MOST_NAMES = 3

/** The names as written by their owner, the longest first, and none that is only a part of another. */
function namesOf(mentions: Mention[]): string[] {
  const texts = [...new Set(mentions.map(({ form }) => form.text))].sort((a, b) => b.length - a.length)
  return texts
    .filter((text, at) => !texts.slice(0, at).some((longer) => longer.includes(text)))
    .slice(0, MOST_NAMES)
}
