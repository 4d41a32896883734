import type { BriefSection } from './briefs.ts'

/** The text format from the specification. Nothing parses it back: code that needs the parts reads the sections. */
export const briefText = (sections: readonly BriefSection[]): string =>
  sections.map(({ heading, sentences }) => [`**${heading}**`, ...sentences.map(bullet)].join('\n')).join('\n\n')

const bullet = ({ text, citations }: BriefSection['sentences'][number]): string =>
  citations.length === 0 ? `- ${text}` : `- ${text} ${citations.map((number) => `[${number}]`).join('')}`

export const sentenceCount = (sections: readonly BriefSection[]): number =>
  sections.reduce((count, { sentences }) => count + sentences.length, 0)
