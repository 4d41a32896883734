const VOWEL = /[aeiouy]/

/** The word without the endings that English adds: enough to see that "payments" and "payment" are about the same. */
export function stemOf(word: string): string {
  if (word.length < 4) return word
  let stem = word
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`
  else if (/(?:ss|sh|ch|x|z)es$/.test(stem)) stem = stem.slice(0, -2)
  else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1)
  if (stem.endsWith('ing') && stem.length > 5 && VOWEL.test(stem.slice(0, -3)))
    stem = undoubled(stem.slice(0, -3))
  else if (stem.endsWith('ed') && stem.length > 4 && VOWEL.test(stem.slice(0, -2)))
    stem = undoubled(stem.slice(0, -2))
  else if (stem.endsWith('ly') && stem.length > 5) stem = stem.slice(0, -2)
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** "planning" is "plan", but "selling" is "sell". */
const undoubled = (stem: string) => (/([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem)
