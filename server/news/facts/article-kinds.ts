import { either } from './alternatives.ts'
import { MONEY, NAME } from './entities.ts'
import type { CompanyEvent } from './frames.ts'
import { MODIFIER, SELF, type MarkedSentence } from './marked-text.ts'
import type { Statement } from './statements.ts'

const JOB_AD = new RegExp(
  String.raw`^${SELF}(?: \([^)]*\))?(?: is|:| [–—-])? (?:now )?hiring\b(?! (?:spree|freeze|hundreds|dozens|thousands|\d)|.*\b(?:after|amid|despite)\b)`,
  'i',
)

const JOB_TITLE = new RegExp(String.raw`^[^.:;]{3,80} (?:at|@) ${SELF}(?:$| \(|,? [|–—-])`)
const JOB_TEXT =
  /\b(?:is hiring|are hiring|we['’]re hiring|looking for an?|you will|you['’]ll|apply (?:now|here|today)|responsibilities)\b/i

/** A job ad names roles, places and customers but reports no event. */
export const isJobAd = ([title, ...text]: MarkedSentence[]) =>
  title?.isTitle === true &&
  (JOB_AD.test(title.marked) ||
    (JOB_TITLE.test(title.marked) && text.slice(0, 3).some(({ quoted }) => JOB_TEXT.test(quoted))))

/** A company's own posts about how it works: "Why we chose Rust", "Meet Ana, the engineer behind our gripper". */
export const isEssay = ([title]: MarkedSentence[]) =>
  title?.isTitle === true && title.isOwn && (OF_PRACTICE.test(title.marked) || OF_STAFF.test(title.quoted))
const OF_PRACTICE = new RegExp(
  String.raw`^(?:why|how) ${SELF}(?:['’]s (?:[a-z-]+ ){0,2}team)? (?:[a-z]+ly )?(?:chose|migrated|switched|rewrote|adopted|ditched|scaled|(?:choose|pick|prefer|use|think|test|deploy|scale|work|hire|onboard|measure|monitor|secure|write)s?|picked|used|tested)\b`,
  'i',
)
const STAFF =
  'engineers?|developers?|designers?|scientists?|researchers?|technicians?|operators?|managers?|lead|head|directors?|interns?|apprentices?|specialists?|recruiters?|analysts?|people|minds?|brains?'
const OF_STAFF = new RegExp(
  String.raw`^meet (?:(?:the|our) (?:[a-z-]+ ){0,2}(?:team|${STAFF})\b|[^,:]{2,40}, (?:the|our|an?) (?!new\b)(?:[a-z-]+ ){0,3}(?:${STAFF})\b)`,
  'i',
)

/** "Acme wins Red Dot award for modular sofa" */
export const isAward = ([title]: MarkedSentence[]) => title?.isTitle === true && AWARD.test(title.marked)
const AWARD = new RegExp(
  String.raw`${SELF}[^.;${MONEY.slice(1, -1)}]{0,40} (?:wins?|won|picks? up|receives?|earns?|takes? home|bags?|scoops?|named|honou?red|shortlisted)\b[^.;${MONEY.slice(1, -1)}]{0,60}\b(?:awards?|prize|medal|trophy|finalists?|accolade)\b[^${MONEY.slice(1, -1)}]*$`,
)

/** "Opinion: Why I left Acme", "Podcast: the founder of Acme on grief" */
export const isCommentary = ([title]: MarkedSentence[]) =>
  title?.isTitle === true &&
  (/^(?:opinion|op-ed|column|editorial|commentary|podcast|listen|watch|video|q ?& ?a|review|hands[- ]on|explainer|webinar)\s?[:|–—-]\s/i.test(
    title.quoted,
  ) ||
    INTERVIEW.test(title.quoted))
const INTERVIEW =
  /^(?:[A-Z]+ [–—-] )?(?:(?:an? )?(?:exclusive )?(?:interview|conversation|fireside chat|q ?(?:&|and) ?a)|\d+ questions) (?:with|for) |\b(?:interviews|in conversation with) \p{Lu}/iu

/** News that is none of the events: only a clause in the headline itself states one. */
export const isOtherNews = ([title]: MarkedSentence[]) =>
  title?.isTitle === true && OTHER_NEWS.some((one) => one.test(title.marked))
const LISTED = String.raw`(?:list|ranking|rankings|index|awards?|inc\. \d+|(?:fast|future|top|best|forbes|fortune) \d+|no\. \d+|#\d+|\d+ (?:spot|place))`
const OTHER_NEWS = [
  // "Acme named to a list of fast-growing companies", "Acme debuts at No. 9"
  String.raw`${SELF}[^.;]{0,60} (?:named|ranked|ranks|recogni[sz]ed|listed|debuts|lands|secures|earns|places|placed|makes|honou?red|featured|included) (?!.*\b(?:CEO|officer|director)\b)[^.;]{0,80}\b${LISTED}`,
  // "Acme to present at a conference"
  String.raw`(?:${SELF}|${MODIFIER})[^.;]{0,80} to (?:participate|present|speak|exhibit|appear|moderate|attend|host|showcase|join (?:a )?panel)\b[^.;]{0,80}\b(?:in|at|on|panels?|webinars?|conferences?|summit|forum|webcast|expo|call)\b`,
  // "Analyst initiates coverage on Acme"
  String.raw`\b(?:initiat|updat|resum|reiterat|start|maintain)(?:es|ed|s|ing)? coverage (?:on|of) ${SELF}`,
  // "Acme secures patent"
  String.raw`${SELF}[^.;]{0,40} (?:receives?|granted|gets|wins?|secures?|obtains?|earns?|awarded|achieves?|adds)\b[^.;]{0,60}\b(?:patents?|certifications?|certified|accreditations?|accredited)\b`,
].map((source) => new RegExp(source, 'i'))

/** Money paid to shareholders who sell isn't raised by the company, unless the sentence says so as well. */
export const isShareSale = (sentence: string) => SHARE_SALE.test(sentence) && !/\brais(?:es|ed|ing)\b/i.test(sentence)
const HOLDERS =
  'employees?|staff(?:ers)?|workers|insiders|(?:early |existing |former )?(?:investors|shareholders|backers)'
const SHARE_SALES = [
  'tender offer',
  'secondary (?:share |stock )?(?:sale|transaction|round|deal)',
  '(?:employee|staff|secondary) (?:share|stock) sales?',
  'share buy-?back',
  String.raw`(?:${HOLDERS})\b[^.;]{0,40}\b(?:to sell|sell|sells|sold|selling|cash(?:es|ed|ing)? out)\b`,
  '(?:buys?|bought|buying) back (?:[a-z]+ ){0,3}(?:shares|stock)',
  'repurchas(?:e|es|ed|ing) (?:[a-z]+ ){0,3}(?:shares|stock)',
  '(?:sell|sells|sold|selling|sale of) (?:[a-z]+ ){0,3}(?:shares|stock) (?:held|owned) by',
  String.raw`(?:sells?|sold|selling|exit(?:s|ed|ing)?|offload(?:s|ed)?|divest(?:s|ed)?|dump(?:s|ed)) (?:(?:its|their|his|her|an?|the|entire|remaining|[\d.]+%|[a-z]+-percent) ){1,4}(?:stake|holding|shares|position) in`,
  'exit(?:s|ed|ing)? [A-Za-z ]{2,40} (?:stake|holding|position)',
]
const SHARE_SALE = new RegExp(String.raw`\b${either(SHARE_SALES)}`, 'i')

/** "Acme not a party", "The suit does not involve Acme" */
const NOT_INVOLVED = new RegExp(
  either([
    String.raw`${SELF}(?: is| was)? (?:not|neither) (?:itself )?(?:a |the )?(?:party|involved|named|accused|affected|defendant|target)\b`,
    String.raw`\b(?:not|n['’]t) (?:involve|affect|concern|name|target) ${SELF}`,
    String.raw`\b[Jj]oin(?:s|ed|ing)? (?:the )?(?:[a-z]+ ){0,2}(?:board|council) of (?:[a-z]+ ){0,3}${NAME}`,
  ]),
  'i',
)

/** "A former engineer who joined Acme" */
const RECRUIT = new RegExp(
  String.raw`\bwho (?:has |had |just |recently )?(?:joined|left(?: [a-z]+){0,2} for|moved to|defected to|now works? (?:at|for)) ${SELF}`,
)
const ACCUSES: ReadonlySet<CompanyEvent> = new Set(['legal', 'incident'])
/** "Alder sues …": someone else acts in the headline. */
const OF_ANOTHER = new RegExp(`^${NAME}`)
/** "Acme is not a defendant", in any sentence of an article whose headline is about what others do to each other. */
export const isBlameOfOthers = (sentences: MarkedSentence[]): ((statement: Statement) => boolean) => {
  const isOther =
    sentences.some(({ isTitle, marked }) => isTitle && OF_ANOTHER.test(marked)) &&
    sentences.some(({ isTitle, marked }) => NOT_INVOLVED.test(marked) || (isTitle && RECRUIT.test(marked)))
  return ({ event, role }) => isOther && role !== 'does' && ACCUSES.has(event)
}

/** Newspapers of invented news. */
export const isSatire = (publisher: string | null | undefined) => SATIRE.test(publisher?.trim() ?? '')
const SATIRE =
  /^(?:the )?(?:onion|babylon bee|daily mash|beaverton|betoota advocate|hard times|hard drive|reductress|clickhole|borowitz report|newsthump|waterford whispers(?: news)?|postillon|der postillon|le gorafi|el mundo today|lercio|de speld|southend news network)$/i

const HARMS: ReadonlySet<CompanyEvent> = new Set(['closure', 'layoffs', 'legal', 'incident'])
export const isHarm = (event: CompanyEvent) => HARMS.has(event)

/** In an article about other companies' events, incidental statements aren't about this company. */
export function isOfOthersIn([title, opening]: MarkedSentence[]): (statement: Statement) => boolean {
  const heading = title?.marked.includes(SELF) === false ? `${title.marked}. ${opening?.marked}` : title?.marked
  const isAssociate = title?.isOwn === true && OF_ASSOCIATE.test(heading ?? '')
  return ({ event, role, sentence }) =>
    (event === 'partnership' && LOSES.test(sentence.marked)) || (isAssociate && role !== 'does' && GAINS.has(event))
}

/** "Birch beats Acme to the contract", "Acme loses out to Birch", "The navy picks Birch over Acme" */
const LOSES = new RegExp(
  either([
    String.raw`\b(?:beat(?:s|ing|en)?|outbid(?:s|ding)?|pip(?:s|ped|ping)|edg(?:es|ed|ing) (?:out|past)|defeat(?:s|ed|ing)|trump(?:s|ed|ing)) (?:[a-z-]+ ){0,3}${SELF}(?!['’]s)`,
    String.raw`${SELF} (?:has |had |is |was )?(?:los(?:es?|ing|t) out|miss(?:es|ed|ing) out|los(?:es?|ing|t) (?:[^.;]{0,60} )?to ${NAME}|beaten|passed over|outbid)\b`,
    String.raw`${NAME} [^.;]{0,60}\b(?:over|ahead of|instead of|rather than) (?:[a-z-]+ ){0,3}${SELF}(?=$|[,.;:]| (?:for|in|on|to|as|after)\b)`,
  ]),
)

/** In the company's own posts: "Why we invested in Birch", "Congratulations to our customer Birch on its round". */
const OF_ASSOCIATE = new RegExp(
  String.raw`^${NAME} (?:to|joins) (?:the )?${SELF}|^(?:congrat|why ${SELF} (?:invested|led|backed|are (?:investing|backing|leading)))|${SELF}(?: have| are)? (?:invest(?:ed|ing)?|back(?:ed|ing)?) (?:in )?(?:[a-z]+ ){0,3}${NAME}|${SELF}['’]s (?:[a-z]+ )?(?:customer|client|portfolio company|investment in) ${NAME}`,
  'i',
)

const GAINS: ReadonlySet<CompanyEvent> = new Set(['raise', 'ipo', 'acquisition', 'expansion', 'results'])
