import { nameKey } from '../company-key.ts'
import { isNamedAfter, isSite } from './values.ts'

/** A name from a list, without what the list adds to it, such as a round or a status. */
export type ReadName = { name: string; stage: string | null }

const ROUND = `(?:pre-?seed|seed|angel|series\\s+(?:seed|[a-k](?:[- ]?\\d+)?)|[a-h]\\s+round)`
const SECURITY = `(?:safe|convertible(?: notes?)?|conv\\.? notes?|(?:promissory )?notes?|bridge|common|preferred|warrants?|secondary|spv|follow[- ]?on|extension)`
const MORE = `(?:[\\s-]+(?:preferred|common|stock|shares|round|extension|ext\\.?|financing|follow[- ]?on|bridge|safe|note|\\d{4}|[ivx]{1,3}))*`
const INVESTMENT = new RegExp(`^(?:${ROUND}|${SECURITY})${MORE}$`, 'i')
const STAGE = new RegExp(`^${ROUND}`, 'i')
const STATUS =
  /^(?:(?:yc|y combinator|techstars|500)?[\s,-]*[wsf]\d{2}|exit(?:ed)?|acquired.*|written[- ]off|inactive|active|closed|dissolved|ipo(?:'d)?|public|f\/?k\/?a .+|formerly .+|previously .+|ex[- ].+)$/i

const IN_BRACKETS = /^(.*\S)\s*[([]([^()[\]]{1,60})[)\]]$/
const AFTER_DASH = /^(.*\S)\s+[-–—|:/]\s+(\S[^-–—|:]{1,40})$/
const AT_THE_END =
  /^(.*\S)\s+(series\s+[a-k](?:[- ]?\d+)?(?:\s+(?:preferred|stock|shares|round|extension|financing))*)$/i
const MARKS = /^(.*[^\s*†‡§¹²³⁰⁴-⁹])\s*(?:[*†‡§¹²³⁰⁴-⁹]+|\[\d{1,2}\])$/
/** "(1)" or "(a, b)" */
const FOOTNOTES = /^(.*\S)\s*\(((?:\d{1,2}|[a-z])(?:, ?(?:\d{1,2}|[a-z]))*)\)$/
const FOOTNOTE = /^[([]?(\d{1,2}|[a-z])[)\].:](?:\s+\S|$)/
const BULLET = /^(?:[-–—•*·▪►‣◦]|\d{1,4}[.)])\s+(?=\S)/

/** A quick test that rules out nearly all names. */
const NEEDS_A_LOOK = /[-–—|:/()[\]*†‡§¹²³⁰⁴-⁹]|\sseries\s/i

/** `footnotes` are the marks of the notes below the table; only those are removed from names. */
export function readName(written: string, footnotes: ReadonlySet<string>): ReadName {
  if (!NEEDS_A_LOOK.test(written)) return { name: written, stage: null }
  let name = written
  let stage: string | null = null
  for (let round = 0; round < 4; round += 1) {
    const unmarked = MARKS.exec(name)?.[1] ?? withoutFootnotes(name, footnotes)
    const bracketed = IN_BRACKETS.exec(unmarked)
    const [, before, said = ''] =
      (bracketed && (INVESTMENT.test(bracketed[2] ?? '') || STATUS.test(bracketed[2] ?? '')) ? bracketed : null) ??
      matched(AFTER_DASH, unmarked) ??
      AT_THE_END.exec(unmarked) ??
      []
    const shorter = before ?? unmarked
    if (STAGE.test(said)) stage ??= said.trim()
    if (shorter === name) break
    name = shorter
  }
  return { name: name.replace(/[\s,;–—-]+$/, '') || written, stage }
}

function matched(form: RegExp, text: string): RegExpExecArray | null {
  const found = form.exec(text)
  return found && INVESTMENT.test(found[2] ?? '') ? found : null
}

function withoutFootnotes(name: string, footnotes: ReadonlySet<string>): string {
  const [, before = name, marks = ''] = footnotes.size === 0 ? [] : (FOOTNOTES.exec(name) ?? [])
  return marks !== '' && marks.split(/, ?/).every((mark) => footnotes.has(mark)) ? before : name
}

/** The mark of a note such as "(1) Unaudited". */
export const footnoteOf = (line: string): string | null => FOOTNOTE.exec(line)?.[1] ?? null

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
