import { CUES } from './cues.ts'
import { OpeningTree } from './openings.ts'

const OPENINGS = new OpeningTree(CUES.map(({ phrases }) => phrases))
const MOST_TIMES = 3

/** How often each cue stands in a text that is already small and evenly spaced, in the order of `CUES`, at most three times. */
export function cuesIn(text: string): number[] {
  const times = CUES.map(() => 0)
  const ends = CUES.map(() => 0)
  let isInside = false
  for (let start = 0; start < text.length; start += 1) {
    const wasInside = isInside
    isInside = OF_WORDS[text.charCodeAt(start)] === 1
    if (wasInside) continue
    let node = 0
    for (let at = start; at < text.length; at += 1) {
      node = OPENINGS.step(node, text.charCodeAt(at))
      if (node === 0) break
      for (const index of OPENINGS.at(node)) {
        if ((times[index] ?? 0) >= MOST_TIMES || (ends[index] ?? 0) > start) continue
        const end = endOf(CUES[index], text, start)
        if (end === 0) continue
        times[index] = (times[index] ?? 0) + 1
        ends[index] = end
      }
    }
  }
  return times
}

/** Of letters, digits, "_" and "-": no cue begins right behind one. */
const OF_WORDS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[\w-]/.test(String.fromCharCode(code))),
)

/** Where a cue that begins there ends; 0 when it does not. */
function endOf(one: (typeof CUES)[number] | undefined, text: string, start: number): number {
  if (!one) return 0
  one.pattern.lastIndex = start
  return one.pattern.test(text) ? one.pattern.lastIndex : 0
}
