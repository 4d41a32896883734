import { sentencesOf } from '../text/sentences.ts'

/** Invisible characters can carry text that only a machine reads. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u{2800}]/gu
const CONTROL = /(?:[^\S\n]|[\p{Cc}--\n])+/gv
/** Text that's displayed in a different order than it's stored. */
const DIRECTION_OVERRIDE = /[\u202d\u202e][^\u202c\n]*\u202c?/g
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S{1,2000}|\bwww\.\S{1,2000}|[^\s@]{1,64}@[^\s@]{1,250}/gi

const PROMPT_INJECTION = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|the|your|these|those|my|every|previous|prior|above|earlier|of|other|preceding) ){1,5}(?:instructions?|prompts?|guidelines|directions|orders|rules)\b/i,
  /^[^\p{L}]{0,6}(?:system|assistant|user|developer|human)\s?(?:message|prompt|note|override)?\s?:/iu,
  /\b(?:SYSTEM|ASSISTANT|system prompt|system message|assistant)\s?:/,
  /<\/?(?:system|assistant|user|instructions?|tool|im_start|im_end|items|\|)/i,
  /\b(?:you are|you're|act as|pretend to be)\b.{0,12}\b(?:AI|language model|LLM|chat ?bot|assistant|GPT|Claude)\b/i,
  /\b(?:dear|attention|note to|hey)\b,? (?:the |an? |all )?(?:AI|language models?|LLMs?|chat ?bots?|assistants?|summari[sz]ers?)\b/i,
  /\bas an AI (?:language )?(?:model|assistant)\b/i,
  /\b(?:your|the) (?:new|real|updated|hidden) (?:task|instructions?)\b|^[^\p{L}]{0,6}new instructions?\b|\bfollow these instructions\b/iu,
]
const INSTRUCTION = [
  /^["'(*#>\s-]{0,4}(?:please |now |instead,? |then |also |always |never )?(?:write|say|output|respond|reply|repeat|summari[sz]e|decode|append|insert|include|mention|tell|visit|click|add)\b.{0,40}\b(?:that|with|the following|exactly|this|tool|function|command|link|image|only|readers?|base64|summary|brief|sentence|you|your|here|words?)\b/i,
  /^["'(*#>\s-]{0,4}(?:please |now |instead,? |then |also )?(?:answer with|call the (?:tool|function)|invoke the|print (?:the|this)|run the (?:tool|function|command))\b/i,
]
const LONGEST_WORD = 60

const MIN_LENGTH = 20
const MAX_LENGTH = 400
const MARKUP = /[<>[\]{}`|\\^~_]|\*\*|!\(|\]\(|:\/\/|\bwww\.|\b(?:data|javascript|mailto|vbscript):|&(?:#|\w{2,8};)/i
const BEGINS = /^[\p{L}\p{N}\p{Sc}"“‘'(¿¡]/u
const PATH = /\p{L}\.\p{L}{2,12}\/|\/\/|@\p{L}/u

/** Removes markup and what would look like the brief's own citations. */
export const withoutMarkers = (text: string): string =>
  text
    .replaceAll(/\s*\[\s*\d{1,3}\s*\]/g, '')
    .replaceAll(/\[(\s*\d[^\][]{0,80})\]/g, '$1')
    .replaceAll(/\*\*|__|\[(?=\s*\d)/g, '')

export const visibleText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(CONTROL, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()

export function withoutPromptInjection(text: string): string {
  const visible = visibleText(text.replaceAll(DIRECTION_OVERRIDE, ' '))
    .replaceAll(/<!--[\s\S]{0,20000}?(?:-->|$)/g, ' ')
    .replaceAll(ADDRESS, ' ')
  return visible.split('\n').map(beforeOrders).filter(Boolean).join('\n').trim()
}

/** After a prompt injection, the rest of the paragraph isn't trusted either. */
function beforeOrders(paragraph: string): string {
  const sentences = sentencesOf(paragraph).map(({ start, end }) => paragraph.slice(start, end))
  const end = sentences.findIndex(isPromptInjection)
  return sentences
    .slice(0, end === -1 ? undefined : end)
    .filter((sentence) => !isLike(INSTRUCTION, sentence))
    .filter((sentence) => sentence.split(' ').every((word) => word.length <= LONGEST_WORD))
    .join(' ')
}

export const isPromptInjection = (sentence: string): boolean => isLike(PROMPT_INJECTION, sentence)

const isLike = (patterns: RegExp[], sentence: string) => {
  const begin = sentence.slice(0, 1000)
  return patterns.some((pattern) => pattern.test(begin))
}

export function formProblem(sentence: string): string | null {
  if (sentence.length < MIN_LENGTH) return 'too short'
  if (sentence.length > MAX_LENGTH) return 'too long'
  if (sentence.includes('\n') || sentence !== visibleText(sentence)) return 'hidden characters'
  if (MARKUP.test(sentence) || !BEGINS.test(sentence)) return 'markup'
  if (PATH.test(sentence)) return 'an address'
  if (sentence.split(' ').some((word) => word.length > LONGEST_WORD)) return 'no words'
  return isLike([...PROMPT_INJECTION, ...INSTRUCTION], sentence) ? 'an order' : null
}
