import { words } from './alternatives.ts'
import type { CompanyEvent } from './frames.ts'
import { SELF, type MarkedSentence } from './marked-text.ts'

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

/** Money paid to shareholders who sell isn't raised by the company, unless the sentence says so as well. */
export const isShareSale = (sentence: string) => SHARE_SALE.test(sentence) && !/\brais(?:es|ed|ing)\b/i.test(sentence)
const SHARE_SALE = new RegExp(
  words([
    'tender offer',
    '(?:secondary|employee|staff) (?:(?:share|stock) )?(?:sales?|transaction|round|deal)',
    String.raw`(?:employees?|staff(?:ers)?|workers|insiders|investors|shareholders|backers)\b[^.;]{0,40}\b(?:sells?|sold|selling|cash(?:es|ed|ing)? out)`,
    String.raw`(?:sell(?:s|ing)?|sold|sale of|exit(?:s|ed|ing)?) (?:\S+ ){0,4}(?:stake|holding|position|shares|stock)`,
  ]),
  'i',
)

/** Newspapers of invented news. */
export const isSatire = (publisher: string | null | undefined) => SATIRE.test(publisher?.trim() ?? '')
const SATIRE =
  /^(?:the )?(?:onion|babylon bee|daily mash|beaverton|betoota advocate|hard times|hard drive|reductress|clickhole|borowitz report|newsthump|waterford whispers(?: news)?|postillon|der postillon|le gorafi|el mundo today|lercio|de speld|southend news network)$/i

const HARMS: ReadonlySet<CompanyEvent> = new Set(['closure', 'layoffs', 'legal', 'incident'])
export const isHarm = (event: CompanyEvent) => HARMS.has(event)
