import { frequencyOf } from '../../text/frequencies.ts'

const OF_ORGANIZATIONS =
  /\b(?:AI|Advisors|Associates|Bank|Brothers|Capital|Co|Company|Corp|Energy|Equity|Foods|Foundation|Fund|Funds|GmbH|Group|Health|Holdings|Inc|Industries|Insurance|International|Investments?|Labs?|Limited|LLC|Ltd|Management|Media|Motors|Networks?|Partners|PLC|Robotics|Software|Solutions|Stanley|Studios?|Systems|Technologies|Tech|Therapeutics|Trust|Ventures|VC)\b/
const NO_COMPANY =
  /^(?:(?:Existing|New|Current|Several|Other|Various|Strategic|Angel|Early|Private|Institutional|Individual|Both|All|Leading|Top|Local|Global)\b|(?:Angels?|Board|Clients?|Customers?|Employees|Founders?|Funds?|Investors?|Management|Partners?|Shareholders?|Users|Ventures?|Capital|Congress|Parliament|Senate|Ministry|Department|State|City|University|Series|Seed|CEO|CFO|CTO|COO)$)/
const USUAL = 256

/** False for places, times, people and common words. */
export function isCompanyName(name: string): boolean {
  if (name.length < 2 || NO_COMPANY.test(name)) return false
  const words = name.split(' ')
  const known = words.map((word) => frequencyOf(word.toLowerCase().replaceAll(/['’.]/g, '')))
  if (known.every((word) => word?.is.place || word?.is.time)) return false
  const [first] = known
  if (words.length === 1) return !(first && first.small >= USUAL && first.small > first.proper)
  return !(first?.is.person && words.length < 4 && !OF_ORGANIZATIONS.test(name))
}
