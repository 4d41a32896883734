import { nameKey } from '../company-key.ts'
import { isNamedAfter, isSite } from './values.ts'

const ROUND = `(?:pre-?seed|seed|angel|series\\s+(?:seed|[a-k](?:[- ]?\\d+)?)|[a-h]\\s+round)`
const SECURITY = `(?:safe|convertible(?: notes?)?|conv\\.? notes?|(?:promissory )?notes?|bridge|common|preferred|warrants?|follow[- ]?on)`
const MORE = `(?:[\\s-]+(?:preferred|common|stock|shares|round|extension|financing|bridge|safe|note|\\d{4}|[ivx]{1,3}))*`
const INVESTMENT = new RegExp(`^(?:${ROUND}|${SECURITY})${MORE}$`, 'i')
const STAGE = new RegExp(`^${ROUND}`, 'i')
const STATUS = /^(?:yc )?[wsf]\d{2}$|^(?:exited|acquired|f\/?k\/?a .+|formerly .+)$/i

const IN_BRACKETS = /^(.*\S)\s*[([]([^()[\]]{1,60})[)\]]$/
const AFTER_DASH = /^(.*\S)\s+[-–—|:/]\s+(\S[^-–—|:]{1,40})$/
const AT_THE_END =
  /^(.*\S)\s+(series\s+[a-k](?:[- ]?\d+)?(?:\s+(?:preferred|stock|shares|round|extension|financing))*)$/i
/** The marks of footnotes: "Acme*", "Acme (1)" */
const MARKS = /^(.*[^\s*†‡§¹²³⁰⁴-⁹])\s*(?:[*†‡§¹²³⁰⁴-⁹]+|\[\d{1,2}\]|\(\d{1,2}(?:, ?\d{1,2})*\))$/
const BULLET = /^(?:[-–—•*·▪►‣◦]|\d{1,4}[.)])\s+(?=\S)/

/** A quick test that rules out nearly all names. */
const NEEDS_A_LOOK = /[-–—|:/()[\]*†‡§¹²³⁰⁴-⁹]|\sseries\s/i

/** A name without what lists add to it: the round, in which it may be invested again, a status, or a mark. */
export function readName(written: string): { name: string; stage: string | null } {
  if (!NEEDS_A_LOOK.test(written)) return { name: written, stage: null }
  let name = written
  let stage: string | null = null
  for (let round = 0; round < 4; round += 1) {
    const unmarked = MARKS.exec(name)?.[1] ?? name
    const [, before, said = ''] =
      [IN_BRACKETS, AFTER_DASH, AT_THE_END]
        .map((form) => form.exec(unmarked))
        .find((found) => INVESTMENT.test(found?.[2] ?? '') || STATUS.test(found?.[2] ?? '')) ?? []
    const shorter = before ?? unmarked
    if (STAGE.test(said)) stage ??= said.trim()
    if (shorter === name) break
    name = shorter
  }
  return { name: name.replace(/[\s,;–—-]+$/, '') || written, stage }
}

export const withoutBullet = (line: string) => line.replace(BULLET, '')

/** "Acme - acme.com", "Acme (https://acme.com)". Other words with a dot aren't websites: "Acme, Co.Ltd" */
export function nameWithSite(written: string): { name: string; site: string } | null {
  if (written.length > MAX_WITH_SITE || !written.includes('.')) return null
  const at = Math.max(...[' ', '(', '<', '['].map((mark) => written.lastIndexOf(mark)))
  const [before, site] = [written.slice(0, at).trimEnd(), written.slice(at + 1).replace(/[)>\]]$/, '')]
  const name = written[at] === ' ' ? before.replace(/\s*[-–—|:,;]$/, '') : before
  if (at < 1 || name === '' || (written[at] === ' ' && name === before) || !isSite(site)) return null
  return /^(?:https?:\/\/|www\.)/i.test(site) || isNamedAfter(`https://${site}`, nameKey(name)) ? { name, site } : null
}

const MAX_WITH_SITE = 300
