import { stemOf, STOP_WORDS, foldedWords, wordsOf, type Word } from '../text/words.ts'
import { frequencyOf, isInflected } from '../text/frequencies.ts'

const MAX_WORDS = 4000
const NEAR_DENIAL = 6

/** A sentence may only use a word from `claim` if its sources contain one from `claim` or `support`. */
const FAMILIES: [claim: RegExp, support: RegExp][] = [
  [
    /^(?:rais(?:e|es|ed|ing)|funding|financing)$/,
    /^(?:rais|secur|fund|financ|round|invest|capital|clos|land|bag|nab|receiv|increas|back|led)/,
  ],
  [
    /^(?:acquir|acquisition|takeover|bought|buyout|merg(?:e|er|ed|es|ing)$)/,
    /^(?:acqui|takeover|buy|bought|purchas|merg|sold|sell|sale|deal)/,
  ],
  [
    /^(?:fraud|scam|embezzl|ponzi|launder|brib|corrupt|mislead|misled|misconduct)/,
    /^(?:fraud|scam|embezzl|ponzi|launder|brib|corrupt|mislead|misled|misconduct)/,
  ],
  [
    /^(?:sue|sues|sued|suing|lawsuits?|litigation)$/,
    /^(?:sue|sues|sued|suing|lawsuit|court|litigat|legal|complaint|plaintiff)/,
  ],
  [
    /^(?:bankrupt|insolven|liquidat|collaps|defunct)/,
    /^(?:bankrupt|insolven|liquidat|collaps|defunct|administration|chapter)/,
  ],
  [/^(?:shut(?:s|ting|down)?|ceas|wind(?:s|ing)?$)/, /^(?:shut|clos|ceas|wind|end|stop)/],
  [/^(?:layoffs?|redundanc)/, /^(?:layoff|lay|laid|redundan|cut|job|dismiss|fire)/],
  [
    /^(?:resign|oust|quit(?:s|ting)?$|depart(?:s|ed|ure|ing)$|retir)/,
    /^(?:resign|oust|quit|depart|leav|left|step|exit|retir|fire|dismiss)/,
  ],
  [/^(?:hir(?:e|es|ed|ing)|appoint|recruit|promot)/, /^(?:hir|appoint|nam|join|recruit|promot|tap|welcom|becom|add)/],
  [/^(?:die|dies|died|death|dead|kill)/, /^(?:die|death|dead|kill|fatal|late$)/],
  [/^(?:breach|hack|leak|ransom|stolen|steal)/, /^(?:breach|hack|leak|ransom|stolen|steal|attack|incident|expos)/],
  [/^(?:recall|defect)/, /^(?:recall|defect|withdr|fault)/],
  [/^(?:investigat|prob(?:e|es|ed|ing)$|subpoena)/, /^(?:investigat|prob|inquir|subpoena|examin|regulat)/],
  [
    /^(?:arrest|indict|convict|guilty|prison|jail|criminal)/,
    /^(?:arrest|indict|convict|guilty|prison|jail|criminal|charge|sentenc)/,
  ],
  [/^(?:profit|profitab)/, /^(?:profit|earn|income|margin|black$)/],
  [/^(?:loss|losses|lost|unprofitabl)/, /^(?:loss|lose|lost|losing|unprofitabl|deficit|red$)/],
  [/^(?:ipo|flotation)$/, /^(?:ipo|initial|public|list|float)/],
  [/^(?:guarante|promis|risk-?free)/, /^(?:guarante|promis|pledg|commit)/],
  [/^(?:should|must|recommend|advis|urg(?:e|es|ed|ent|ently)$)/, /^(?:should|must|recommend|advis|urg|need|ought)/],
  [
    /^(?:launch|unveil|releas|debut)/,
    /^(?:launch|unveil|releas|debut|introduc|ship|roll|announc|open|new|start|avail|publish)/,
  ],
  [
    /^(?:partner|collaborat|alliance)/,
    /^(?:partner|collaborat|allianc|team|agree|deal|sign|joint|work|integrat|together|with$)/,
  ],
  [/^(?:approv|authori[sz]|certif)/, /^(?:approv|authori[sz]|certif|clear|grant|licen|permit)/],
  [/^(?:reject|deni|deny|refus|block)/, /^(?:reject|deni|deny|refus|declin|block|turn)/],
  [
    /^(?:first|largest|biggest|fastest|leading|record|unprecedented|sole|only)$/,
    /^(?:first|larg|big|fast|lead|record|unpreceden|sole|only|earliest|debut|initial|most|top|quick)/,
  ],
]

const UP =
  /^(?:ris(?:e|es|en|ing)|rose|grow|grew|grown|increas|gain|climb|surg|jump|soar|doubl|tripl|quadrupl|higher|expand|up$)/
const DOWN =
  /^(?:fall|fell|fallen|drop|declin|decreas|shrink|shrank|shrunk|slump|plung|tumbl|halv|lower|reduc|sank|sink|down$)/
/** Negates the rest of its clause. */
const DENIAL =
  /(?:\b(?:not|no|never|neither|nor|cannot|without|nobody|none|hardly|den(?:y|ies|ied)|refus(?:e|es|ed)|fail(?:s|ed)?|unlikely|rul(?:es|ed) out|scrap(?:s|ped)|cancel(?:s|led|ed)?)\b|n['’]t\b)[^,;:.!?\n]{0,200}/gi
const CLAUSE_END = /\s(?:but|and|while|although|though|because|which|who)\s.*$/i
const HEDGED =
  /\b(?:may|might|could|would|reportedly|rumou?r(?:s|ed)?|in talks|consider(?:s|ed|ing)?|potential(?:ly)?|possibl[ey]|if|hopes?|propos(?:e|es|ed|al)|likely|alleged(?:ly)?|alleg(?:e|es|ing))\b/i
const FUTURE =
  /\b(?:will|plans?|planning|planned|expect(?:s|ed)?|aims?|seek(?:s|ing)?|intends?|about to|going to|agreed to|set to|to (?:acquire|raise|buy|sell|launch|open|hire|cut|close|merge))\b/i
const ACTION =
  /\b(acqui|b(?:uy|ought)|su(?:e[sd]?|ing)\b|invest|le(?:d|ads?)\b|hire|sold|sell|back(?:s|ed)\b)\p{L}{0,8}/iu
const BY = /\b(?:by|from|was|were|been|being)\b/i

export function inventedClaim(sentence: string, sources: string): string | null {
  const [said, inSources] = [claimWords(sentence), claimWords(sources)]
  for (const [claim, support] of FAMILIES) {
    const word = said.find((each) => claim.test(each))
    if (word !== undefined && !inSources.some((each) => support.test(each) || claim.test(each))) return word
  }
  for (const direction of [UP, DOWN]) {
    const word = said.find((each) => direction.test(each))
    if (word !== undefined && !inSources.some((each) => direction.test(each))) return word
  }
  return null
}

export function reversedMeaning(sentence: string, places: string[], sources: string): string | null {
  const [said, inSources] = [denials(sentence), denials(sources)]
  const denied = new Set(inSources.denied.flat())
  if (said.plain.some((word) => denied.has(word) && !inSources.plain.includes(word))) return 'leaves out a denial'
  if (said.denied.some((span) => span.filter((word) => denied.has(word)).length * 2 < span.length)) return 'denies'
  const isHedged = HEDGED.test(sentence)
  if (!isHedged && places.every((place) => HEDGED.test(place))) return 'makes a guess a fact'
  if (!isHedged && !FUTURE.test(sentence) && places.every((place) => FUTURE.test(place))) return 'makes a plan a fact'
  const goes = (words: string[], way: RegExp, other: RegExp) =>
    words.some((word) => way.test(word)) && !words.some((word) => other.test(word))
  const [here, there] = [claimWords(sentence), places.map(claimWords)]
  if (goes(here, UP, DOWN) && there.every((each) => goes(each, DOWN, UP))) return 'up for down'
  if (goes(here, DOWN, UP) && there.every((each) => goes(each, UP, DOWN))) return 'down for up'
  return there.length > 0 && places.every((place) => isSwapped(sentence, place)) ? 'swaps who did it' : null
}

const claimWords = (text: string) => foldedWords(text, MAX_WORDS)

function denials(text: string): { denied: string[][]; plain: string[] } {
  const spans = [...text.matchAll(DENIAL)].map(([whole]) => whole.replace(CLAUSE_END, ''))
  const plain = spans.reduce((rest, span) => rest.replace(span, ' '), text)
  const stems = (part: string) =>
    claimWords(part)
      .filter((word) => word.length > 3 && !STOP_WORDS.has(word))
      .map(stemOf)
  return { denied: spans.map((span) => stems(span).slice(0, NEAR_DENIAL)), plain: stems(plain) }
}

function isSwapped(sentence: string, place: string): boolean {
  const [said, stated] = [actionIn(sentence), actionIn(place)]
  if (!said || !stated || said.action !== stated.action) return false
  return said.by.some((name) => stated.to.includes(name)) && said.to.some((name) => stated.by.includes(name))
}

function actionIn(text: string) {
  const match = ACTION.exec(text)
  if (!match?.[1]) return null
  const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
  const names = (part: string) =>
    wordsOf(part, MAX_WORDS).flatMap(({ isProper, folded }) => (isProper && !STOP_WORDS.has(folded) ? [folded] : []))
  const isPassive = BY.test(`${before.slice(-12)} ${after.slice(0, 6)}`)
  return {
    action: match[1].toLowerCase().slice(0, 2),
    by: names(isPassive ? after : before),
    to: names(isPassive ? before : after),
  }
}

const MAX_NAME_WORDS = 4000
/** Room for a middle name or an initial. */
const MAX_GAP = 2

/** Titles appear before and after names but aren't part of them. */
const OFFICES: Record<string, RegExp> = {
  ceo: /\bchief executive\b/i,
  cfo: /\bchief financial\b/i,
  coo: /\bchief operating\b/i,
  cto: /\bchief technolog/i,
  cmo: /\bchief marketing\b/i,
  chief: /\bC[EFOTM]O\b/,
  executive: /\bCEO\b/,
  officer: /\bC[EFOTM]O\b/,
  president: /\bpresident\b/i,
  chair: /\bchair/i,
  founder: /\bfounder/i,
  director: /\bdirector/i,
  board: /\bboard\b/i,
  series: /\bseries\b/i,
  seed: /\bseed\b/i,
}

export const undotted = (text: string): string =>
  text.replaceAll(/\b(\p{Lu})\.(?=\p{Lu}\.)|(?<=\b\p{Lu})\.(?=\s|$)/gu, '$1')

function namesIn(text: string) {
  const words = wordsOf(undotted(text), MAX_NAME_WORDS)
  const proper = new Map<string, number[]>()
  for (const [at, { folded, isProper }] of words.entries())
    if (isProper) proper.set(folded, [...(proper.get(folded) ?? []), at])
  return {
    has: ({ folded, text: written }: Word) =>
      proper.has(folded) ||
      // "the deal" may become "the Deal": a capital alone doesn't make a common word a name.
      (isUsual(folded) && words.some((word) => word.folded === folded)) ||
      (OFFICES[folded]?.test(text) ?? false) ||
      // Scripts without spaces have no words to compare.
      (/^\p{Lo}/u.test(written) && text.includes(written)),
    hasPair: (first: Word, second: Word) =>
      (proper.get(first.folded) ?? []).some((at) =>
        (proper.get(second.folded) ?? []).some((next) => next > at && next - at <= 1 + MAX_GAP),
      ),
  }
}

export function inventedName(sentence: string, company: string, sources: string): string | null {
  const words = wordsOf(undotted(sentence), MAX_NAME_WORDS)
  const known = new Set(wordsOf(company, MAX_NAME_WORDS).map(({ folded }) => folded))
  const names = namesIn(sources)
  let before: Word | null = null
  for (const [at, word] of words.entries()) {
    if (!isName(word, words[at + 1]) || known.has(word.folded)) {
      before = null
      continue
    }
    if (!names.has(word)) return word.text
    const isSeparate = word.folded in OFFICES || /^\p{Lo}/u.test(word.text)
    if (before && before.end + 1 >= word.start && !isSeparate && !names.hasPair(before, word))
      return `${before.text} ${word.text}`
    before = isSeparate ? null : word
  }
  return null
}

function isUsual(folded: string): boolean {
  const usual = frequencyOf(folded)
  return usual !== undefined && usual.small > 2 && usual.small >= usual.proper
}

function isName(word: Word, next: Word | undefined): boolean {
  if (/^\p{N}+$/u.test(word.text)) return false
  if (/\p{N}/u.test(word.text)) return true
  if (!word.isProper) return false
  if (!word.isOpening) return true
  if (STOP_WORDS.has(word.folded)) return false
  if (next?.isProper && !next.isOpening && next.start === word.end + 1 && !/^\p{N}/u.test(next.text)) return true
  const usual = frequencyOf(word.folded)
  return usual ? usual.proper > usual.small : !isInflected(word.folded)
}
