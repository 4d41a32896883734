import { originOf, siteOf } from '../../../site/site.ts'
import type { Page } from '../page.ts'

const SEPARATOR = /(\s+(?:[|·•–—»«-]|::)\s+|\s*[|｜]\s*)/u

/**
 * Returns the title of each page without what the site adds to it: its name, and parts that all of the pages share, such
 * as "News" or the text of a logo.
 */
export function titlesOf(pages: Page[]): (page: Page) => string {
  const ofEach = pages.map(
    ({ title, headline }) => new Set([title, headline].flatMap((text) => partsOf(text ?? '')).map(letters)),
  )
  const [first, ...others] = ofEach
  const shared =
    others.length === 0 ? new Set<string>() : others.reduce((kept, each) => kept.intersection(each), first ?? new Set())
  return (page) => {
    const names = new Set(
      [page.siteName, ...page.names, siteOf(originOf(page.url))?.label].map((name) => letters(name ?? '')),
    )
    const isOfSite = (part: string) => names.has(letters(part)) || shared.has(letters(part))
    const written = [page.headline, page.title].filter((text) => text !== null)
    return written.map((text) => without(text, isOfSite)).find((text) => text !== '') ?? written[0] ?? ''
  }
}

/** The parts between separators, with the separators at the odd indexes. */
const split = (title: string) => title.split(SEPARATOR)

const partsOf = (title: string) => split(title).filter((part, at) => at % 2 === 0 && letters(part) !== '')

function without(title: string, isOfSite: (part: string) => boolean): string {
  const parts = split(title)
  const own = parts.flatMap((part, at) => (at % 2 === 0 && !isOfSite(part) ? [at] : []))
  return own.length === 0
    ? ''
    : parts
        .slice(own[0], (own.at(-1) ?? 0) + 1)
        .join('')
        .trim()
}

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
