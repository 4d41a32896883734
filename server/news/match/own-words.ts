import { siteOf } from '../site/site.ts'
import { foldedWords } from '../text/words.ts'
import type { Company } from './company.ts'

type Named = Pick<Company, 'name' | 'aliases' | 'website'>

const QUOTED = /[“"][^”"]{0,800}[”"]/gu
const MAX_TEXT_LENGTH = 6000

export const withoutQuotes = (title: string, text: string): string =>
  `${title}\n${text.slice(0, MAX_TEXT_LENGTH)}`.replaceAll(QUOTED, ' ')

/** Outside quotes, only whoever publishes a text says "we". */
export const isFirstPerson = (title: string, text: string): boolean =>
  /\b(?:we|we['’](?:re|ve|ll)|our)\b/i.test(withoutQuotes(title, text))

const MAX_ADDED_WORDS = 2
const MAX_NAME_WORDS = 30

/** "Acme Blog", "The Acme Team", "acme.com". */
export function isOwnPublisher(publisher: string, { name, aliases, website }: Named): boolean {
  const words = foldedWords(publisher.replace(/^the /i, ''), MAX_NAME_WORDS)
  const isNamed = [name, ...(aliases ?? [])].some((each) => {
    const own = foldedWords(each, MAX_NAME_WORDS)
    return own.length > 0 && words.length <= own.length + MAX_ADDED_WORDS && own.every((word, at) => words[at] === word)
  })
  if (isNamed || !website || !/^[\w.-]+\.\w{2,}$/.test(publisher)) return isNamed
  return siteOf(publisher)?.key === siteOf(website)?.key
}
