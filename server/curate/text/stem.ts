const VOWEL = /[aeiouy]/
/** How the endings end: most words end otherwise, and are seen to at once. */
const ENDINGS = new Set(Array.from('sgdye', (letter) => letter.charCodeAt(0)))

/** The word without the endings that English adds: enough to see that "payments" and "payment" are about the same. */
export function stemOf(word: string): string {
  if (word.length < 4 || !ENDINGS.has(word.charCodeAt(word.length - 1))) return word
  let stem = word
  if (stem.endsWith('s')) {
    if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`
    else if (isAfterHiss(stem)) stem = stem.slice(0, -2)
    else if (!stem.endsWith('ss') && !stem.endsWith('us')) stem = stem.slice(0, -1)
  }
  if (stem.endsWith('ing')) {
    if (stem.length > 5 && VOWEL.test(stem.slice(0, -3))) stem = undoubled(stem.slice(0, -3))
  } else if (stem.endsWith('ed')) {
    if (stem.length > 4 && VOWEL.test(stem.slice(0, -2))) stem = undoubled(stem.slice(0, -2))
  } else if (stem.endsWith('ly') && stem.length > 5) stem = stem.slice(0, -2)
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** "boxes", "wishes": not the "s" alone was added. */
const isAfterHiss = (word: string) => word.endsWith('es') && /(?:ss|sh|ch|x|z)es$/.test(word)

/** "planning" is "plan", but "selling" is "sell". */
const undoubled = (stem: string) =>
  stem.at(-1) === stem.at(-2) && /[bdgmnprt]$/.test(stem) ? stem.slice(0, -1) : stem
