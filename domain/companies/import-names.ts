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
const MARKS = /^(.*[^\s*†‡¹²³⁴⁵])\s*(?:[*†‡¹²³⁴⁵]+|\[\d{1,2}\])$/
const BULLET = /^(?:[-–—•*·▪►‣◦]|\d{1,4}[.)])\s+(?=\S)/

/** A quick test that rules out nearly all names. */
const NEEDS_A_LOOK = /[-–—|:/()[\]*†‡¹²³⁴⁵]|\sseries\s/i

export function readName(written: string): ReadName {
  if (!NEEDS_A_LOOK.test(written)) return { name: written, stage: null }
  let name = written
  let stage: string | null = null
  for (let round = 0; round < 4; round += 1) {
    const unmarked = MARKS.exec(name)?.[1] ?? name
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

export const withoutBullet = (line: string) => line.replace(BULLET, '')
