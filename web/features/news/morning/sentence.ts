import type { MorningEvent } from '#domain/news/morning/morning.ts'

/** What is before the name, the name, and what follows it; a sentence that names it late or never gets the company's. */
export function partsOf({ name, sentence, companyName }: MorningEvent): [before: string, name: string, after: string] {
  const at = name === null ? -1 : sentence.indexOf(name)
  if (name === null || at === -1) return ['', companyName, `: ${sentence}`]
  return [sentence.slice(0, at), name, sentence.slice(at + name.length)]
}

/** Keeps "$65 million" on one line. */
export const withoutBreaks = (text: string): string =>
  text.replaceAll(/(\d) (?=(?:thousand|million|billion|trillion|percent)\b)/g, '$1\u{A0}')
