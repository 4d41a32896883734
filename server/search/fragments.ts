import type { Fragment } from '#domain/search.ts'

/** Of the characters that no text has a use for; whoever writes them all the same finds them taken out. */
export const HIT_STARTS = '\uE000'
export const HIT_ENDS = '\uE001'

/** A text in which the database marked what was searched for, in pieces. */
export function fragmentsOf(marked: string): Fragment[] {
  let isHit = false
  return marked.split(/([\uE000\uE001])/).flatMap((part) => {
    if (part === HIT_STARTS || part === HIT_ENDS) {
      isHit = part === HIT_STARTS
      return []
    }
    return part === '' ? [] : [{ text: part, hit: isHit }]
  })
}
