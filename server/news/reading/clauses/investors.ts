import { MONEY, NAME, nameAt, type Entities } from './entities.ts'
import { verbs } from './inflections.ts'
import { SELF } from './marked-text.ts'

/** Words that end a description: "led by the pension fund Acme" has one, "led by Acme to be used by Birch" doesn't. */
const NO_DESCRIPTION =
  'at|by|with|for|to|in|on|from|off|over|as|is|are|was|were|be|been|will|would|has|have|had|said|says|that|which|who|while|after|against|not|but|into|and|or|including|include|than|when|where'
/** "existing investor", "the sovereign fund". */
export const DESCRIPTION = String.raw`(?:(?:(?!(?:${NO_DESCRIPTION}) )(?![a-z]+ed )[a-z][a-z-]*(?:['’]s)?|${NAME}['’]s|${SELF}['’]s|[A-Z][\w.]*-(?:based|backed|owned|listed)) ){0,6}`
const LINK = String.raw`(?:, and |, | and | & |; | plus | as well as | alongside | and from |, and from |, plus )`
/** "Alder, existing backer Birch and the carmaker Cedar". */
export const NAMES = String.raw`${DESCRIPTION}${NAME}(?:${LINK}${DESCRIPTION}${NAME}(?! (?:[a-z-]+ )?(?:company|start-?up|firm|maker|business|group)\b)){0,9}`

const GIVERS = String.raw`(?:[Ii]nvestors?|[Bb]ackers?|[Ss]hareholders?|[Hh]olders?|[Aa]ngels?|[Ss]upporters?|[Pp]articipants?|[Ii]nsiders?|[Ff]unders?)`
const GIFTS = String.raw`(?:[Pp]articipation|[Ii]nvestments?|[Ff]unding|[Mm]oney|[Bb]acking|[Cc]ommitments?|[Cc]ash|[Cc]apital|[Ss]upport|[Cc]he(?:cks|ques)|[Cc]ontributions?|[Pp]ledges?|[Mm]illion|[Ff]inancing|[Ff]und(?:s|raise)?|[Ll]oan|[Dd]ebt|[Ee]quity|[Gg]rant)`
const GIVES = verbs(
  'lead, co-lead, join, participate, invest, back, take part, put in, put up, put, write, pour, chip in, contribute, follow, provide, anchor, double down, come in, come along, come aboard, commit, pony up, stump up, supply, inject, fund, re-up, support, top up, return, buy in, bankroll, underwrite',
)
const ROUND_WORDS = String.raw`(?:round|funding|financing|[Ss]eries|[Ss]eed|investments?|raise|${MONEY}|${SELF}|deal|money|along|part\b|che(?:cks?|ques?)|in\b|half|most|rest|equity|portion|tranche|it\b|down|too|again|also|extension|largest|biggest)`
/** Joining a board isn't investing. */
const NOT_GIVING = String.raw`(?! (?:the |its |${SELF}['’]s )?(?:board|team|company as)| as | by)`

const WORDED = [
  String.raw`\b(?:(?:[Cc]o-)?[Ll]ed|[Bb]acked|funded|anchored|headed|joined|followed|supported|bankrolled) (?:jointly |again )?by (?<names>${NAMES})`,
  String.raw`\b${GIFTS} (?:also )?(?:comes? |came |is )?(?:from|of) (?:including )?(?<names>${NAMES})`,
  String.raw`\b${GIVERS} (?:in [^.;,]{1,40} )?(?:include[sd]?|including|such as|are|were|like|was|is|:) (?<names>${NAMES})`,
  String.raw`\b${GIVERS},? (?:among them|notably) (?<names>${NAMES})`,
  String.raw`\b(?:joined by|alongside|together with|with|[Aa]lso (?:in|on board|participating):?) (?<names>${NAMES})(?= (?:also )?(?:participating|joining|investing|taking|following|contributing)|[.;]| and (?:a|several|other)|$)`,
  String.raw`(?<names>${NAMES})(?:, [^.;,]{1,60},)? (?:also |both |each |all |again |has |have |had |is |are |will |would |to |be |expected |said |set )*${GIVES}\b${NOT_GIVING}(?=[^.;]{0,80}${ROUND_WORDS}|[.;,]|$)`,
  String.raw`(?<names>${NAMES}) (?:was|were|is|are) (?:the )?(?:sole |new )?(?:lead|leads|co-leads?|investors?|anchor)\b`,
  String.raw`(?:${MONEY}|[Rr]ound|[Ss]eries [A-K]\S?|[Ss]eed|shares[^.;]{0,20}|split [a-z]+|notes?|che(?:ck|que)s?|lifeline|rescue|bail-?out),? (?:[A-Za-z-]+,? ){0,3}(?:from|by|with|to|between) (?:(?:[a-z]+ ){0,2}(?:angels|investors|backers|insiders) and )?(?<names>${NAMES})(?!['’]s (?:own|first|second))`,
  String.raw`(?<names>${NAMES}) (?:has |have |will |to )*(?:tak|took|buy|bought|acquir|purchas)[a-z]{0,4} (?:an? |the )?(?:[\d.]+(?:%| percent| per cent) |[a-z-]+ ){0,2}(?:stake|holding|slice) (?:of|in) ${SELF}`,
  String.raw`(?<names>${NAME}) -led\b`,
  String.raw`[Aa]longside us (?:are|were|is|was) (?<names>${NAMES})`,
  String.raw`(?<names>${NAME}) (?:has |will |is )?(?:cut|sign|writ|wrot|hand|giv|gav|thr[eo]w)[a-z]{0,4} [^.;]{0,40}(?:che(?:ck|que)s?|lifeline)\b`,
  String.raw`(?<names>${NAME}) (?:has |have |will )?(?:award|grant|hand)(?:s|ed)? ${SELF} [^.;]{0,60}\bgrant\b`,
  String.raw`(?<names>${NAME}) (?:has |will )?(?:hand|giv|gav|lend|lent|slip|wir|pledg)[a-z]{0,4} ${SELF} (?:an? |another )?${MONEY}`,
  String.raw`${MONEY} and (?:the )?(?<names>${NAME}) ${MONEY}`,
  String.raw`(?:talks|discuss\w*[^.;]{0,60}|negotiat\w+) with (?<names>${NAMES})(?=[^.;]{0,40}(?:[,.;]|$))`,
].map((source) => new RegExp(source, 'g'))

const ANY_NAME = new RegExp(NAME, 'g')
/** The investors, in the order in which the sentence names them. */
export function investorsIn(text: string, entities: Entities): string[] {
  const found = new Map<string, number>()
  for (const pattern of WORDED)
    for (const { groups, index, 0: whole } of text.matchAll(pattern)) {
      const listed = groups?.names ?? ''
      const start = index + whole.indexOf(listed)
      for (const { 0: token, index: at } of listed.matchAll(ANY_NAME)) found.set(nameAt(token, entities), start + at)
    }
  return [...found].sort((a, b) => a[1] - b[1]).map(([name]) => name)
}

/** Whoever writes "our investment in Acme" is an investor. */
export function publisherAsInvestor(publisher: string | null | undefined, title: string, text: string): string | null {
  const name = (publisher ?? '')
    .replace(/ (?:blog|on \p{L}+|newsletter|news|insights|perspectives|journal)$/iu, '')
    .trim()
  return name !== '' && OUR_INVESTMENT.test(`${title}\n${text.slice(0, MAX_POST_LENGTH)}`.replaceAll(SAID, ' '))
    ? name
    : null
}
const MAX_POST_LENGTH = 6000
const SAID = /[“"][^”"]{0,800}[”"]/g
const OUR_INVESTMENT =
  /\bour (?:[a-z]+ )?investment in\b|\bwhy we(?:['’]re| are)? (?:invest(?:ed|ing)|back(?:ed|ing)|led|leading)\b|\bwe(?:['’]re| are|['’]ve| have)? (?:[a-z]+ ){0,6}(?:led|leading|co-led|co-leading|invest(?:ed|ing) in|back(?:ed|ing)) (?:the|their|its|an?|\p{Lu}[\p{L}\p{N}]*)(?:['’]s)? [^.]{0,60}?(?:round|Series [A-K]|seed|financing|raise)\b/iu
