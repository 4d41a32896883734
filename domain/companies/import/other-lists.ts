import { fold } from './headings.ts'

/** Companies that aren't in the portfolio. */
const PROSPECTS =
  "(?:pipeline|deal ?flow|prospects?|watch ?list|under review|(?:in|due) diligence|passed|declined|rejected|not invested|to watch|interessenten|in prufung|abgelehnt|en estudio|descartad[ao]s|a l['’]etude|refuses|refusees|in valutazione|em analise)"
const ONLY_PROSPECTS = new RegExp(
  `^(?:(?:current|active|open|deal|investment|our|(?:19|20)\\d\\d) )*${PROSPECTS}(?: (?:deals|companies|startups|list|investments|opportunities|(?:19|20)\\d\\d))*(?:\\s*[-–—(:].*)?$`,
)
const PROSPECTS_FIRST = new RegExp(`^${PROSPECTS}\\b`)
const PROSPECTS_ANYWHERE = new RegExp(`\\b${PROSPECTS}\\b`)
const PORTFOLIO =
  /\b(?:portfolio|invested|investments|holdings|active|current|beteiligungen|cartera|carteira|participations)\b/

const OTHERS = `(?:${[
  'leads|pass|lost|contacts?|people|team|founders|investors?|co-?investors?|lps?|limited partners|advisors?|vendors?|service providers',
  'lookups?|lists?|dropdowns?|data validation|settings|config|instructions?|read ?me|example|template|glossary|archive',
  'fx|currenc(?:y|ies)|exchange rates?|rates|assumptions|expenses|fees|budget|cap ?table|wechselkurse|kontakte|contactos|contatos|contatti',
].join('|')})`
const OTHERS_FIRST = new RegExp(`^${OTHERS}\\b`)
const ONLY_OTHERS = new RegExp(`^${OTHERS}$`)

/** Whether the name of a sheet announces something other than a portfolio. */
export function isOtherSheet(name: string): boolean {
  const text = fold(name).trim()
  if (OTHERS_FIRST.test(text) || PROSPECTS_FIRST.test(text)) return true
  return PROSPECTS_ANYWHERE.test(text) && !PORTFOLIO.test(text)
}

/** Stricter, because a company could be called "Pipeline AI". */
export const isProspects = (heading: string) => ONLY_PROSPECTS.test(fold(heading).trim())

/** What is above a table may also be a remark, such as "Fees not included". */
export const isOtherTitle = (title: string) => isProspects(title) || ONLY_OTHERS.test(fold(title).trim())
