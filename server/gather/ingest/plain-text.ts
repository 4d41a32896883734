import { htmlToText, lines, MAX_TEXT, MAX_TITLE, oneLine } from '../feed/plain-text.ts'

/** One line of what ought to be a text; empty for what is none. */
export const line = (value: unknown, most = MAX_TITLE): string => oneLine(textOf(value), most)

/** Its paragraphs, each a line. */
export const paragraphs = (value: unknown, most = MAX_TEXT): string => lines(textOf(value), most)

/** What a person would read of it where it is HTML. */
export const textOfHtml = (value: unknown, most = MAX_TEXT): string => htmlToText(textOf(value), most)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
