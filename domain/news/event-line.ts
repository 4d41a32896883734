import { nameKey } from '../companies/company-key.ts'
import { CORRECTION, eventLabel } from '../taxonomy.ts'
import { factTexts } from './fact-text.ts'
import type { Story } from './stories.ts'

const MIN_SHORT_NAME = 4

export type EventLine = {
  text: string
  /** The text begins with the company's name, which need not appear before it again. */
  isNamed: boolean
}

/** One line that says what happened: the headline where that names the company, otherwise what was stated of it. */
export function eventLine(story: Titled, company: string): EventLine {
  const { extractedFacts } = story
  const title = withoutMark(story)
  if (startsWithName(title, company)) return { text: title, isNamed: true }
  if (mentions(title, company)) return { text: title, isNamed: false }
  const [stated] = factTexts(extractedFacts ?? [], company)
  return { text: stated === undefined ? title : `${stated}: “${title}”`, isNamed: false }
}

type Titled = Pick<Story, 'title' | 'extractedFacts' | 'eventType' | 'denied' | 'articles'>

/** "Correction: Cedar …" is shown beside the label that says so. */
const withoutMark = (story: Titled): string =>
  eventLabel(story) === CORRECTION ? story.title.replace(/^correct(?:ion|ed)\s*[:–—-]\s*(?=\S)/i, '') : story.title

/** What appears after the name: "raises $18 million". */
export const withoutName = (text: string, company: string): string => text.slice(company.length).trimStart()

function startsWithName(title: string, company: string): boolean {
  const after = title.slice(company.length)
  return title.toLowerCase().startsWith(company.toLowerCase()) && /^\s+\p{L}/u.test(after)
}

/** Headlines often leave the rest of a name out: "Cedar" for "Cedar Robotics". */
function mentions(title: string, company: string): boolean {
  const [words, name] = [` ${nameKey(title)} `, nameKey(company)]
  const [first = ''] = name.split(' ')
  return words.includes(` ${name} `) || (first.length >= MIN_SHORT_NAME && words.includes(` ${first} `))
}
