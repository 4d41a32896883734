import { withShortAgencies } from '../../text/agency-names.ts'
import { AGENCY_DATELINE } from '../../text/agency-dateline.ts'
import { hasCompanyWord } from '../../text/company-words.ts'
import { frequencyOf } from '../../text/frequencies.ts'
import { sentencesOf } from '../../text/sentences.ts'
import { fold, STOP_WORDS, wordsOf } from '../../text/words.ts'
import { isSourced } from './certainty.ts'
import { asSentence, tokenize, withoutTokens, type Entities } from './entities.ts'
import type { Company as Profiled } from '../../match/company.ts'
import { isFirstPerson, isOwnPublisher, withoutQuotes } from '../../match/own-words.ts'
import { createNameReader, findName, type Names } from './company-names.ts'

/** Stands for the company wherever a sentence refers to it as a whole: by name, as "the company", or as "we". */
export const SELF = '\u{E000}'
/** Stands for the company's name where it only describes someone else: "an Acme rival", "Acme-backed". */
export const MODIFIER = '\u{E001}'

export type Company = Pick<Profiled, 'name' | 'website' | 'aliases' | 'description'>
export type Item = {
  title: string
  text?: string | null | undefined
  publisher?: string | null | undefined
  /** Written by the company itself. */
  isOwn?: boolean
}

/** `quoted` is the sentence as written. */
export type MarkedSentence = {
  /** The sentence with tokens for the company, names, amounts and roles. */
  marked: string
  entities: Entities
  quoted: string
  isTitle: boolean
  /** Written by the company itself. */
  isOwn: boolean
  /** The article relies on unnamed sources. */
  isSourced: boolean
  /** Whether references without a name mean the company. */
  topic: 'self' | 'other'
}

const MAX_TEXT_LENGTH = 6000
const MAX_SENTENCES = 40
const MAX_SENTENCE_LENGTH = 600
const MAX_TITLE_LENGTH = 500

export function createMarker(company: Company): (item: Item, language?: string) => MarkedSentence[] {
  const namesIn = createNameReader(company)
  const reference = referencePattern(company.description)
  return (item, language = 'en') => {
    const isOwn = item.isOwn === true || isOwnWords(company, item)
    const isReported = !isOwn && isSourced(`${item.title} ${(item.text ?? '').slice(0, MAX_TEXT_LENGTH)}`)
    const title = prepare(item.title.slice(0, MAX_TITLE_LENGTH))
    const body = bodyOf(item.text ?? '')
    const names = namesIn([title, ...body])
    const sentences = [{ quoted: title, isTitle: true }, ...body.map((quoted) => ({ quoted, isTitle: false }))]
    let topic: MarkedSentence['topic'] = isOwn ? 'self' : 'other'
    return sentences.map(({ quoted, isTitle }) => {
      const written = markNames(withShortAgencies(quoted), names)
      const named = isTitle ? asSentence(written) : written
      const spoken = isOwn ? markFirstPerson(named) : named
      const marked = isTitle || topic === 'other' ? spoken : markReferences(spoken, reference)
      topic = topicAfter(marked, isTitle, topic)
      const { text, entities } = tokenize(marked, language === 'en')
      return { marked: text, entities, quoted, isTitle, isOwn, topic, isSourced: isReported }
    })
  }
}

const prepare = (text: string) => withoutTokens(text.normalize('NFC')).replaceAll(/\s+/g, ' ').trim()

const BOILERPLATE =
  /^(?:(?:About|ABOUT) \p{Lu}|(?:Notes? (?:to|for) (?:the )?editors?|(?:Media|Press|Investor)(?: and \p{L}+)? (?:contact|relations|inquir)|Contacts?:|(?:Forward-Looking|Safe Harbor|Cautionary)))/iu

/** The period after "Series C" looks like an initial's. */
const AFTER_ROUND = /(?<=\bSeries [A-K]\.)\s+(?=\p{Lu})/u

/** The sentences without datelines, up to the boilerplate about the companies. */
function bodyOf(text: string): string[] {
  const bounded = text.slice(0, MAX_TEXT_LENGTH)
  const sentences = sentencesOf(bounded)
    .slice(0, MAX_SENTENCES)
    .flatMap(({ start, end }) => bounded.slice(start, Math.min(end, start + MAX_SENTENCE_LENGTH)).split(AFTER_ROUND))
    .map((sentence) => prepare(sentence).replace(AGENCY_DATELINE, ''))
  const about = sentences.findIndex((sentence, at) => at > 0 && BOILERPLATE.test(sentence) && sentence.length < 90)
  return sentences.slice(0, about === -1 ? undefined : about)
}

const RELATIONS =
  'rival|competitor|challenger|parent|owner|investor|backer|alum|alumn[ia]|alumnus|veteran|spin-?off|spin-?out|customer|partner|supplier|vendor|subsidiary|unit|shareholder|lender|alternative|clone|user|client|mafia|ex-employee|employee|engineer|executive|exec|predecessor|forerunner|sibling|rivals|competitors|customers|investors|backers'
const DESCRIBES = new RegExp(
  String.raw`^(?:[-‐‑]\p{L}|(?:['’]s)? (?:(?!(?:as|is|has|was|and|to|for|with|in) )\p{Ll}+ )?(?:${RELATIONS})\b(?! (?:of|to|for) ))`,
  'iu',
)
function markNames(sentence: string, names: Names): string {
  let marked = ''
  let at = 0
  for (let found = findName(sentence, names, 0); found; found = findName(sentence, names, at)) {
    const [before, after] = [sentence.slice(0, found.start), sentence.slice(found.end)]
    marked += sentence.slice(at, found.start) + (DESCRIBES.test(after) ? MODIFIER : SELF)
    at = found.end
    // "Mortar & Bytes' chief" is written like "Acme's chief".
    if (PLURAL_POSSESSIVE.test(after) && !/[‘'’]$/u.test(before)) {
      marked += '’s'
      at += 1
    }
  }
  return marked + sentence.slice(at)
}

const PLURAL_POSSESSIVE = /^['’](?= )/u

function isOwnWords(company: Company, { title, text, publisher }: Item): boolean {
  if (publisher) return isOwnPublisher(publisher.trim(), company)
  return isFirstPerson(title, text ?? '') && !/\b(?:we|our) (?:\w+ )?invest/i.test(withoutQuotes(title, text ?? ''))
}

function markFirstPerson(sentence: string): string {
  let quotes = 0
  return sentence.replaceAll(
    /[“”"]|\b([Ww]e|[Oo]ur (?:\p{Ll}+ )?(?:company|startup|start-up|business|firm))(?:['’](re|ve|ll))?\b|\b([Oo]ur)\b|(?<=\b(?:join|joins|joined|joining|leave|leaves|leaving|backs?|backed) )(us)\b/gu,
    (found: string, we?: string, aux?: string, our?: string, us?: string) => {
      if (we === undefined && our === undefined && us === undefined) {
        quotes += 1
        return found
      }
      if (quotes % 2 === 1) return found
      if (our !== undefined) return `${SELF}’s`
      return aux === undefined ? SELF : `${SELF} ${{ re: 'are', ve: 'have', ll: 'will' }[aux] ?? ''}`
    },
  )
}

const COMPANY_NOUNS =
  '[Cc]ompany|startup|start-up|firm|maker|business|platform|provider|group|fintech|unicorn|studio|developer|operator|builder|manufacturer|retailer|chain|carrier|outfit|house|brand|team'

/** "The company", "it", or a noun from the company's description: "the clinic". */
function referencePattern(description: string | null | undefined): RegExp {
  const own = wordsOf(description ?? '', MAX_DESCRIPTION_WORDS).map(({ folded }) => folded)
  const nouns = own.filter((word) => word.length > 3 && !STOP_WORDS.has(word) && /^[a-z]+$/.test(word))
  const phrase = String.raw`[Tt]he (?:[\p{L}-]+ ){0,3}?(?:${[COMPANY_NOUNS, ...new Set(nouns)].join('|')})`
  return new RegExp(
    String.raw`(?:^|(?<=(?:, |; |that |because |after |as |while |when |whether |said |says )))(?:${phrase}|[Ii]t|[Tt]hey)(?= |['’]s )`,
    'gu',
  )
}

const MAX_DESCRIPTION_WORDS = 30
const ITS = /\b(?:[Ii]ts|[Tt]heir|the [Cc]ompany['’]s|the startup['’]s|the firm['’]s)\b/gu

/** "Ascend Elements said it raised": another company talks about itself. A person would speak for this one. */
function isSaidByAnother(sentence: string): boolean {
  const [, name = ''] = SPEAKER.exec(sentence) ?? []
  if (hasCompanyWord(name)) return true
  const [first = ''] = name.split(' ')
  const known = frequencyOf(fold(first))
  return first !== '' && !STOP_WORDS.has(fold(first)) && known?.is.person !== true && !/^\p{Lu}{3}$/u.test(first)
}
const SPEAKER =
  /^(\p{Lu}[\p{L}\p{N}&-]*(?: \p{Lu}[\p{L}\p{N}.&-]*){0,3}),?(?: [^,;.]{1,80},)? (?:has |have |also )?(?:said|says|told|tells|announced|announces|confirmed|confirms|disclosed|discloses)\b/u

/** Marks "it" and "the company" if the previous sentence was about the company. */
const markReferences = (sentence: string, reference: RegExp) =>
  isSaidByAnother(sentence) ? sentence : referencesMarked(sentence, reference)

const referencesMarked = (sentence: string, reference: RegExp) =>
  (sentence.includes(SELF) ? sentence : sentence.replaceAll(reference, SELF)).replaceAll(ITS, (its, at: number) =>
    sentence.slice(0, at).search(/\p{Lu}\p{L}+['’]?s? /u) > 0 && !sentence.includes(SELF) ? its : `${SELF}’s`,
  )

const OTHER_SUBJECT =
  /^(?:\p{Lu}[\p{L}\p{N}.&'’-]*(?: \p{Lu}[\p{L}\p{N}.&'’-]*)*)(?: \([^)]{1,60}\))?,? (?:has|is|was|will|says?|said|told|began|cut|laid|bought|sold|took|won|lost|paid|led|\p{Ll}+(?:ed|es|s))\b/u
const NOT_A_NAME =
  /^(?:The|This|That|In|On|It|A|An|Its|These|Those|He|She|With|As|At|For|By|After|Revenues?|Sales|Turnover|Profits?|Losses|Deliveries|Orders|Shipments|Production|Employees|Headcount|Proceeds|Terms|Prices|Directors|Management|Subscriptions|Bookings)\b/

/** A sentence's subject is what the next one calls "the company". */
function topicAfter(marked: string, isTitle: boolean, earlier: MarkedSentence['topic']): MarkedSentence['topic'] {
  const lead = marked.slice(0, 60)
  const self = lead.indexOf(SELF)
  if (self !== -1 && (isTitle || !/\p{Lu}\p{Ll}+[^,]* (?:\p{Ll}+s|\p{Ll}+ed) /u.test(lead.slice(0, self))))
    return 'self'
  if (isTitle) return self === -1 && !marked.includes(SELF) ? earlier : 'other'
  return OTHER_SUBJECT.test(marked) && !NOT_A_NAME.test(marked) ? 'other' : earlier
}
