import type { Suggestion } from '#domain/news/discover.ts'
import { quotableSentences } from '../../summarize/source-sentences.ts'
import type { Mention } from './suggest.ts'

type Naming = Pick<Suggestion, 'sentence' | 'sentenceUrl'>

/**
 * The first sentence that names the company, in the newest article that has one; a headline only if no text can be
 * quoted.
 */
export function namingSentence(mentions: Mention[], textOf: (mention: Mention) => string): Naming {
  for (const mention of mentions) {
    const isNaming = namer(mention.name)
    const found = quotableSentences(textOf(mention)).find(({ text }) => isNaming(text))
    if (found) return { sentence: found.text, sentenceUrl: mention.story.url }
  }
  const titled = mentions.find(({ name, story }) => namer(name)(story.title))
  return { sentence: titled?.story.title ?? null, sentenceUrl: titled?.story.url ?? null }
}

const LETTER = String.raw`[\p{L}\p{N}]`

function namer(name: string): (text: string) => boolean {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  const pattern = new RegExp(String.raw`(?<!${LETTER})${literal}(?!${LETTER})`, 'iu')
  return (text) => pattern.test(text)
}
