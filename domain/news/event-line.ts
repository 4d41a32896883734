import { nameKey, withoutLegalForm } from '../companies/company-key.ts'
import { CORRECTION, eventLabel } from '../taxonomy.ts'
import { factTexts } from './fact-text.ts'
import type { Story, StoryArticle } from './stories.ts'

const MIN_SHORT_NAME = 4

export type EventLine = {
  text: string
  /** The text begins with the company's name, so the name doesn't need to be shown before it. */
  isNamed: boolean
}

/** One line that says what happened: the headline, preceded by a stated fact if it doesn't name the company. */
export function eventLine(story: Titled, company: string): EventLine {
  const { extractedFacts } = story
  const title = withoutMark(eventLabel(story), story.title)
  if (startsWithName(title, company)) return { text: title, isNamed: true }
  if (mentions(title, company)) return { text: title, isNamed: false }
  const [stated] = factTexts(extractedFacts ?? [], company)
  const isStated = stated === undefined || wordsOf(title).isSupersetOf(wordsOf(stated))
  return { text: isStated ? title : `${stated}: “${title}”`, isNamed: false }
}

const wordsOf = (text: string) => new Set(nameKey(text).split(' '))

type Titled = Pick<Story, 'title' | 'extractedFacts' | 'eventType' | 'denied' | 'articles'>

/** "Correction: Cedar …" is shown next to a label that already says so. */
export const withoutMark = (label: string | null, text: string): string =>
  label === CORRECTION ? text.replace(/^correct(?:ion|ed)\s*[:–—-]\s*(?=\S)/i, '') : text

/** What appears after the name: "raises $18 million". */
export const withoutName = (text: string, company: string): string =>
  text.slice(leadingName(text, company).length).trimStart()

/**
 * For display under the company's name: "Raises $18 million". Unchanged if the name is only part of the subject, "Cedar
 * and Elm merge", or if the rest makes no headline: "Is joining Elm".
 */
export function belowName(text: string, company: string): string {
  const rest = startsWithName(text, company) ? withoutName(text, company) : ''
  return rest === '' ||
    /^(?:and|or|with|is|are|was|were|will|to|may|can|could|should|isn['’]t|won['’]t|says|said)\b/i.test(rest)
    ? text
    : rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** For display without a heading: "Cedar: Raises $18 million", but "Cedar is joining Elm". */
export const namedLine = (text: string, company: string): string =>
  startsWithName(text, company) ? text : `${company}: ${text}`

/** Keeps a company's own announcement from showing the company's name again as its source. */
export const outletName = (publisher: string | null, company: string, source?: string): string | null =>
  publisher !== null &&
  (nameKey(publisher) === nameKey(company) || (source === 'company-site' && DOMAIN.test(publisher)))
    ? 'Company website'
    : publisher

/** A site that doesn't state its name is called by its domain. */
const DOMAIN = /^[^\s/]+\.[^\s/.]{2,}$/

const startsWithName = (title: string, company: string): boolean => leadingName(title, company) !== ''

/** Headlines write "Cedar" for "Cedar, Inc.", and filings "Cedar, Inc." for "Cedar". */
function leadingName(title: string, company: string): string {
  for (const name of new Set([company, withoutLegalForm(company)])) {
    const [form = ''] = LEGAL_FORM.exec(title.slice(name.length)) ?? []
    const leading = title.slice(0, name.length + form.length)
    const isName = leading.toLowerCase().startsWith(name.toLowerCase())
    if (isName && /^\s+\p{L}/u.test(title.slice(leading.length))) return leading
  }
  return ''
}

const LEGAL_FORM = /^,?\s(?:Inc|Corp|Ltd|LLC|PBC|PLC|GmbH|AG)\b\.?/

/** Headlines often shorten a name: "Cedar" for "Cedar Robotics". */
function mentions(title: string, company: string): boolean {
  const [words, name] = [` ${nameKey(title)} `, nameKey(company)]
  const [first = ''] = name.split(' ')
  return words.includes(` ${name} `) || (first.length >= MIN_SHORT_NAME && words.includes(` ${first} `))
}

type Time = Pick<StoryArticle, 'publishedAt' | 'precision'>

/** When it was first reported. A correction is news of its own day. */
export const timeOfEvent = ({ articles, title }: Pick<Story, 'articles' | 'title'>, label: string): Time =>
  (label === CORRECTION && articles.find((article) => article.title === title)) ||
  articles.reduce<Time>((a, b) => (b.publishedAt < a.publishedAt ? b : a), articles[0] ?? NO_TIME)
const NO_TIME: Time = { publishedAt: '', precision: 'none' }
