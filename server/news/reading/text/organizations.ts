import { isInflected, frequencyOf } from '../../text/frequencies.ts'
import { hasCompanyWord } from '../../text/company-words.ts'
import { fold } from '../../text/words.ts'

/** Companies that share their name with a place or a common word. */
const COMPANIES = new Set(
  `Amazon Block Box Columbia Corning Delta Gap Hershey Insight Lincoln Orange Patagonia Phoenix Prudential Reading
  Santander Square Sterling Target Toyota Victoria`.split(/\s+/),
)
/** Trades, techniques, legal forms and offices, which are written like names. */
const NO_ORGANIZATION =
  /^(?:AI|A\.I|AGI|IT|VR|AR|XR|ML|LLMs?|NLP|IoT|API|SaaS|B2[BC]|D2C|DTC|DeFi|NFTs?|TGE|ETFs?|REITs?|LPs?|GPs?|VCs?|PE|M&A|ESG|HR|PR|R&D|EVs?|5G|LTE|GPUs?|GraphQL|Web ?[23](?:\.0)?|Web3|C[A-Z]{1,2}O|LLC|LLP|LP|Inc|Ltd|GmbH|Plc|PLC|SpA|Fund [IVX]+|State|Government|City|County|Congress|Ministry|Region|Council|(?:Pre-)?(?:Series|Seed)(?: [A-K])?|IPO|SPAC|Internet|Bitcoin|Solana|Ethereum|Global|International|Digital|National|American|Balkan|Baltic|Foundation|Association|Institute|Society|Company|Services|Solutions|DRM|SDK|CRM|ERP|CES|GDPR|EBITDA|ARR|YC)$/
const PRODUCT = / (?:Dashboard|App|Suite|API|SDK|Toolkit|Edition|Machine|Act|Report)$/
const REGION =
  /^(?:New|North(?:ern)?|South(?:ern)?|East(?:ern)?|West(?:ern)?|Central|San|Los|Las|St|Saint|United|Hong|Greater|Silicon|Bay|Middle|Latin|Sub-Saharan) (?:\p{Lu}[\p{L}.]+ ?){1,2}$/u
const PLACE_NOUN = /(?:Area|Valley|East|West|County|Kong|Kingdom|States|Emirates|America|Africa|Asia|Europe)$/

/** Written in lowercase this many times as often as in names. */
const COMMON = 4

export const isPlaceName = (name: string) =>
  name.includes(' ')
    ? REGION.test(name) && (PLACE_NOUN.test(name) || knownOf(name.split(' ').slice(1).join(' '))?.is.place === true)
    : !COMPANIES.has(name) && knownOf(name)?.is.place === true

const knownOf = (word: string) => frequencyOf(fold(word))

/** Whether something so named can invest, buy or sign: not a trade, a place, a month, or a common noun. */
export function isOrganization(name: string): boolean {
  if (name === '' || NO_ORGANIZATION.test(name) || PRODUCT.test(name) || isPlaceName(name)) return false
  if (/^[\p{N}\p{P}]+$/u.test(name)) return false
  const known = knownOf(name)
  if (name.includes(' ') || COMPANIES.has(name)) return true
  if (known?.is.time || (hasCompanyWord(name) && /^\p{Lu}\p{Ll}+$/u.test(name) && known?.is.word)) return false
  return true
}

/** "Community", "Investors": only what stands beside it says that it is a name. */
export function isCommonNoun(name: string): boolean {
  if (name.includes(' ') || COMPANIES.has(name) || /^\p{Lu}{2,}$/u.test(name)) return false
  const known = knownOf(name)
  return known === undefined
    ? name.endsWith('s') && isInflected(fold(name))
    : known.small > COMMON * Math.max(1, known.proper)
}
