import { isCoined, namedPlaces, spellingsOf } from '../match/spellings.ts'
import { frequencyOf, isInflected } from '../text/frequencies.ts'
import { hasCompanyWord } from '../text/company-words.ts'
import { STOP_WORDS, fold, wordsOf } from '../text/words.ts'

export type CompanyNames = {
  all: readonly string[]
  isNamedIn: (text: string) => boolean
}

const MAX_WORDS = 12

export function companyNames(company: string, otherNames: readonly string[] = []): CompanyNames {
  const all = [company, ...otherNames].filter((name) => name.trim() !== '')
  const spellings = spellingsOf(all, all.flatMap(coinedWord))
  return { all, isNamedIn: (text) => !namedPlaces(text, spellings).next().done }
}

/** In articles about Ironbracken Steel, nothing else is called "Ironbracken". */
function coinedWord(name: string): string[] {
  const [first, second] = wordsOf(name, MAX_WORDS)
  return first?.isProper && second && isCoined(first.folded) ? [first.text] : []
}

const NAME = String.raw`\p{Lu}[\p{L}\p{N}&.'’-]*(?:,? (?:(?:of|and|&|the|de|for) )?[\p{Lu}\p{N}][\p{L}\p{N}&.'’-]*){0,4}`
const LEAD_IN = String.raw`[“"‘'(]?(?:[^,.;]{2,60}, )?(?:(?:[Rr]ival|[Cc]ompetitor|[Cc]ompeting|[Ff]ellow|[Ss]tartup|[Tt]he|[Mm]eanwhile|[Ss]eparately)[,\s]+(?:\p{Ll}+ ){0,4})?`
const ASIDE = String.raw`(?:,? \([^)]{1,60}\))?(?:, [^.;]{2,120}?,)?`
const AUXILIARY = String.raw`(?:(?:has|have|had|also|is|are|was|were|will|would|today|recently|just|now|reportedly|to|on \p{Lu}\p{Ll}+day) ){0,4}`
/** What a company does by itself; after another company's name, it's that company's news. */
const OWN = String.raw`rais(?:es|ed|ing|e)|secur(?:es|ed|ing)|clos(?:es|ed|ing)|land(?:s|ed)|bag(?:s|ged)|launch(?:es|ed|ing)?(?! (?:in|on|at)\b)|unveil(?:s|ed)|introduc(?:es|ed)|announc(?:es|ed)|releas(?:es|ed)|debut(?:s|ed)(?! (?:in|on|at)\b)|roll(?:s|ed|ing) out|hir(?:es|ed)|appoint(?:s|ed)|nam(?:es|ed)|lay(?:s|ing) off|laid off|cut(?:s)?|shut(?:s|ting)? down|open(?:s|ed|ing)|report(?:s|ed)(?! that)|post(?:s|ed)|fil(?:es|ed)|went public|go(?:es|ing) public|expand(?:s|ed)|plans|grew|doubl(?:es|ed)|won|wins|t(?:akes|ook) in|pull(?:s|ed) in|declined|refused|earn(?:s|ed)|(?:says|said) (?:it|its)|fell|rose|trades|traded`
/** What a company does to others; this company may be one of them. */
const TO_OTHERS = String.raw`acquir(?:es|ed|ing|e)|buy(?:s|ing)?|bought|purchas(?:es|ed)|s(?:ells|old)|merg(?:es|ed|ing|e)|partner(?:s|ed|ing)?|sign(?:s|ed)|agreed|team(?:s|ed) up|su(?:es|ed)|invest(?:s|ed)|back(?:s|ed)|led|leads|select(?:s|ed)|join(?:s|ed)`
const CLAUSE = new RegExp(
  String.raw`^${LEAD_IN}(?<name>${NAME})${ASIDE} ${AUXILIARY}(?:(?<own>${OWN})|(?<others>${TO_OTHERS}))(?![\p{L}\p{N}])`,
  'u',
)
const THE_COMPANY =
  /\b(?:the|this) (?:company|startup|start-up|firm|business|group|maker|platform|team|round|deal|financing|investment)\b/i

/** "Its former partner bank Birch was fined" */
const RELATED = new RegExp(
  String.raw`^(?:(?:Its|Their|The (?:company|startup|firm)['’]s) (?:\p{Ll}[\p{L}-]* ){1,5}|\p{Lu}\p{L}+-based )(?<name>${NAME}|\p{Ll}+(?= (?:has |have )?rais))${ASIDE} (?:is|was|has|had|were|${OWN})(?![\p{L}\p{N}])`,
  'u',
)
/** "He also chairs Birch, which raised $40 million" */
const ASIDE_OF_OTHER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<name>${NAME}), (?:which|whose|who) (?:has |had |also |recently )*(?:${OWN})(?![\p{L}\p{N}])`,
  'u',
)
const FOREIGN_OWN = String.raw`l[eè]v[eé]|rachet[eé]|rachète|supprim[eé]|licencié|emploie|sammelte?|eingesammelt|entl(?:ässt|assen)|levant(?:a|ado|ó)|captado|despid(?:e|ió)|despedido|emplea`
const FOREIGN_CLAUSE = new RegExp(
  String.raw`^(?<name>${NAME})(?:, [^.;]{2,80}?,)? (?:(?:a|avait|ont|ha|había|hat|hatte) (?:[\p{L}\p{N},.]+ ){0,5})?(?:${FOREIGN_OWN})(?![\p{L}\p{N}])`,
  'u',
)

/** The other company that a sentence reports on, or null. */
export function otherCompanyIn(sentence: string, names: CompanyNames): string | null {
  return actorOf(sentence, names) ?? relatedIn(sentence, names)
}

const ITEM = new RegExp(String.raw`^(?:\d{1,2}[.)] |Also: )?(?<name>${NAME})(?:[,:]| \p{Ll})`, 'u')
const MIN_ITEMS = 2

/** Most sentences are about other companies, each about another one: a newsletter or a list. */
export function isRoundup(sentences: readonly string[], names: CompanyNames): boolean {
  const items = sentences.filter((sentence) => !names.isNamedIn(sentence) && !THE_COMPANY.test(sentence))
  const others = new Set(
    items.flatMap((sentence) => {
      const name = ITEM.exec(sentence)?.groups?.name
      return name !== undefined && isCompanyName(name, sentence) ? [name] : []
    }),
  )
  return others.size >= MIN_ITEMS && others.size * 2 >= sentences.length
}

/** Only applies if the sentence doesn't name the company itself. */
function relatedIn(sentence: string, names: CompanyNames): string | null {
  if (names.isNamedIn(sentence)) return null
  const found = [RELATED, ASIDE_OF_OTHER, FOREIGN_CLAUSE].map((pattern) => pattern.exec(sentence)?.groups?.name)
  return found.find((name) => name !== undefined && !ORDINARY.test(name) && isCompanyName(name, sentence)) ?? null
}
const ORDINARY = /^(?:company|startup|firm|business|group|maker|platform|team|bank|lender|insurer|retailer|unicorn)$/

function actorOf(sentence: string, names: CompanyNames): string | null {
  const clause = CLAUSE.exec(sentence)
  const name = clause?.groups?.name
  if (!clause || name === undefined || names.isNamedIn(name) || !isCompanyName(name, sentence)) return null
  const predicate = sentence.slice(clause.index + clause[0].length)
  if (clause.groups?.others !== undefined && (names.isNamedIn(predicate) || THE_COMPANY.test(predicate))) return null
  return name
}

/** A capitalized first word may be an ordinary one, and two capitalized words may be a person's name. */
function isCompanyName(name: string, sentence: string): boolean {
  const words = wordsOf(name, MAX_WORDS)
  const [first] = words
  if (!first || STOP_WORDS.has(first.folded) || /^\p{N}/u.test(first.text)) return false
  const known = frequencyOf(first.folded)
  if (words.length > 1) return (hasCompanyWord(name) || !(known?.is.person ?? false)) && !isOffice(first.folded)
  if (known?.is.place || known?.is.time || isOffice(first.folded)) return false
  if (!fold(sentence).startsWith(first.folded) || DESCRIBED.test(sentence.slice(name.length))) return true
  return known ? known.proper > known.small : !isInflected(first.folded)
}

/** "Ramp, which competes with …,": only a name is described this way. */
const DESCRIBED = /^, (?:which|who|a|an|the|whose) /

const OFFICES = new Set(
  'ceo cfo coo cto cmo chief president chairman chairwoman chair founder director mr mrs ms dr'.split(' '),
)
const isOffice = (folded: string) => OFFICES.has(folded)
