import { foldedWords } from './text/words.ts'

/** What tells whether two articles about a company may tell the same story. */
type Tied = { title: string; url: string; publisher: string | null; sameAs: string | null }
type Known = { publisher: string; isUpdate: boolean; words: Set<string> }

const UPDATE = /\b(?:correct(?:ion|ed)|updated?|clarification|retract(?:ion|ed))\b/i
const SAME_TITLE = 0.5
const TITLE_WORDS = 40

/** Of some articles who may be together in one story; each is read once, however many others it is held against. */
export class Ties {
  private readonly known: Map<Tied, Known>

  constructor(articles: readonly Tied[]) {
    this.known = new Map(articles.map((article) => [article, read(article)]))
  }

  /**
   * Whether one may be put to the others. Nobody tells a story twice, unless to correct or to update it: two posts of one blog are
   * two stories that share a place or a product.
   */
  mayJoin(each: Tied, members: readonly Tied[]): boolean {
    if (each.sameAs !== null) return true
    const own = this.known.get(each)
    if (!own) return false
    const others = members.flatMap((other) => (other === each ? [] : (this.known.get(other) ?? [])))
    return (
      others.some(({ publisher }) => publisher !== own.publisher) ||
      others.some((other) => own.isUpdate || other.isUpdate || shared(own.words, other.words) >= SAME_TITLE)
    )
  }
}

const read = ({ title, url, publisher }: Tied): Known => ({
  publisher: publisher ?? URL.parse(url)?.hostname ?? url,
  isUpdate: UPDATE.test(title),
  words: new Set(foldedWords(title, TITLE_WORDS)),
})

/** The share of both titles' words that both have. */
function shared(one: Set<string>, other: Set<string>): number {
  let both = 0
  for (const word of one) if (other.has(word)) both += 1
  const all = one.size + other.size - both
  return all === 0 ? 0 : both / all
}
