import type { MorningEvent } from '#domain/news/morning/morning.ts'

/** The name and what follows it; a sentence that doesn't begin with a name gets the company's. */
export function partsOf({ name, sentence, companyName }: MorningEvent): [name: string, rest: string] {
  return name !== null && sentence.startsWith(name)
    ? [name, sentence.slice(name.length)]
    : [companyName, `: ${sentence}`]
}

/** Keeps "$65 million" on one line. */
export const withoutBreaks = (text: string): string =>
  text.replaceAll(/(\d) (?=(?:thousand|million|billion|trillion|percent)\b)/g, '$1\u{A0}')
