import { eventLabel } from '../../taxonomy.ts'
import { outletName, withoutMark } from '../event-line.ts'
import type { Fact } from '../facts.ts'
import { statesFact } from '../states-fact.ts'
import type { MorningEvent, MorningStory } from './morning.ts'
import { nameIn } from './name-in.ts'

type Lead = Pick<MorningEvent, 'sentence' | 'name' | 'quotedFrom' | 'language'>
type Candidate = { text: string; articleId: number; isQuote: boolean }

const MAX_LENGTH = 280
/** "Paperlark, the maker of paper drones, shuts down": a name further back is told before the sentence. */
const MAX_WORDS_BEFORE = 5

type Quoted = Omit<MorningStory, 'companyId' | 'readAt'>

/** The one quoted sentence that says best what happened: who did what, with its figures, in the reader's language. */
export function leadSentence(story: Quoted, readerLanguage: string): Lead {
  const articleOf = new Map(story.articles.map((article) => [article.id, article]))
  const languageOf = ({ articleId }: Candidate) => articleOf.get(articleId)?.language ?? readerLanguage
  const score = (candidate: Candidate) =>
    (languageOf(candidate) === readerLanguage ? 8 : 0) +
    (earlyName(candidate.text, story.companyName) === null ? 0 : 4) +
    2 * factsIn(candidate.text, story.extractedFacts ?? []) +
    (candidate.text === story.title ? 1 : 0) +
    (candidate.isQuote ? 0.5 : 0)
  const best = candidatesOf(story)
    .filter(isWhole)
    .map((candidate) => ({ candidate, value: score(candidate) }))
    .reduce<{ candidate: Candidate; value: number } | null>((a, b) => (a === null || b.value > a.value ? b : a), null)
  const chosen = best?.candidate ?? { text: story.title, articleId: story.id, isQuote: false }
  const article = articleOf.get(chosen.articleId) ?? story.articles[0]
  const language = languageOf(chosen)
  const sentence = withoutMark(eventLabel(story), chosen.text)
  return {
    sentence,
    name: earlyName(sentence, story.companyName),
    quotedFrom: (article && outletName(article.publisher, story.companyName, article.source)) ?? 'its source',
    language:
      language === readerLanguage ? null : (new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? null),
  }
}

const candidatesOf = ({ quotes, articles }: Quoted): Candidate[] => [
  ...articles.map(({ id, title }) => ({ text: title, articleId: id, isQuote: false })),
  ...articles.flatMap(({ id, statements }) => statements.map((text) => ({ text, articleId: id, isQuote: true }))),
  ...quotes.map((quote) => ({ ...quote, isQuote: true })),
]

const isWhole = ({ text, isQuote }: Candidate) =>
  text.length <= MAX_LENGTH && !LEANS_BACK.test(text) && !VERSION.test(text) && (!isQuote || SENTENCE.test(text))

/** Begins with a word that means something said before. */
const LEANS_BACK =
  /^["“]?(?:it|its|they|their|he|she|his|her|we|our|us|i|my|this|these|that|those|such|there|and|but|or|so|also|however|meanwhile)\b/i
const VERSION = /^v?\d+(?:\.\d+)+\b/i
const SENTENCE = /^["“'(]?[\p{Lu}\p{N}\p{Sc}].*[.!?…]["”')]?$/su

function earlyName(text: string, company: string): string | null {
  const found = nameIn(text, company)
  if (found === null) return null
  const before = text
    .slice(0, found.at)
    .split(/\s+/)
    .filter((word) => word !== '').length
  return before <= MAX_WORDS_BEFORE ? found.name : null
}

const factsIn = (text: string, facts: readonly Fact[]): number => facts.filter((fact) => statesFact(text, fact)).length
