import { wordsOf } from '../text/words.ts'
import type { Passage, Reading } from './passage.ts'

/** Somebody or something that is known to belong to a company, by its words. */
export type Known = { text: string; words: string[] }

const MOST = 30
const MOST_WORDS = 6
const LONGEST = 100

/** A first name alone is everybody's. */
export const readPeople = (people: string[]): Known[] => read(people).filter(({ words }) => words.length > 1)

/** Of "Berlin, Germany" the city: the country tells little. A place that is part of the company's name tells nothing new. */
export const readPlaces = (places: string[], own: string[]): Known[] =>
  read(places.map((place) => place.split(',')[0] ?? '')).filter(
    ({ words }) => !words.every((word) => own.includes(word)),
  )

function read(names: string[]): Known[] {
  return names.slice(0, MOST).flatMap((name) => {
    const text = name.slice(0, LONGEST).trim()
    const words = wordsOf(text, MOST_WORDS).map(({ folded }) => folded)
    return words.length > 0 ? [{ text, words }] : []
  })
}

/** Which of them an item names. */
export const namedIn = (known: Known[], { title, text }: Reading): string[] =>
  known.filter(({ words }) => isIn(words, text) || isIn(words, title)).map((one) => one.text)

const MOST_PLACES = 50

function isIn(words: string[], passage: Passage): boolean {
  const places = passage.places.get(words[0] ?? '')?.slice(0, MOST_PLACES) ?? []
  return places.some((at) =>
    words.every((folded, next) => {
      const word = passage.words[at + next]
      return word?.folded === folded && word.isProper
    }),
  )
}
