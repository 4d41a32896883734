import { frequencyOf } from '../text/frequencies.ts'
import { fold } from '../text/words.ts'

/** Companies that share their name with a place. */
const COMPANIES = new Set(
  'Amazon Columbia Corning Delta Hershey Lincoln Orange Patagonia Phoenix Prudential Reading Santander Sterling Toyota Victoria'.split(
    ' ',
  ),
)

export const isPlaceName = (name: string) =>
  !name.includes(' ') && !COMPANIES.has(name) && frequencyOf(fold(name))?.is.place === true
