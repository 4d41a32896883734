import { isRecord, type JsonRecord } from '../fields.ts'
import { decodeEntities } from './plain-text.ts'

const MAX_NODES = 20_000
const MAX_DEPTH = 40

/** Null if the text isn't JSON, even after undoing what templates add to it. */
export function parsedJson(text: string): unknown {
  const written = text
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|(?:\/\/\s*)?<!\[CDATA\[)\s*/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|(?:\/\/\s*)?\]\]>)$/, '')
    .trimEnd()
    .replace(/;$/, '')
  return attempt(written) ?? attempt(written.replaceAll(/[\n\r\t]+/g, ' ')) ?? attempt(decodeEntities(written)) ?? null
}

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** All records in document order, outer ones first. Looks into at most `MAX_NODES` values. */
export function recordsBelow(root: unknown, mayEnter: (key: string) => boolean = () => true): JsonRecord[] {
  const found: JsonRecord[] = []
  let nodes = 0
  const walk = (value: unknown, depth: number) => {
    nodes += 1
    if (nodes > MAX_NODES || depth > MAX_DEPTH || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const each of value) walk(each, depth + 1)
      return
    }
    if (!isRecord(value)) return
    found.push(value)
    for (const key of Object.keys(value)) if (mayEnter(key)) walk(value[key], depth + 1)
  }
  walk(root, 0)
  return found
}

export const typesOf = (node: JsonRecord): string[] =>
  [node['@type']].flat().flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []))

const ARTICLE = /(?:Article|BlogPosting|LiveBlogPosting|SocialMediaPosting|DiscussionForumPosting|Report|PressRelease)$/

export const isArticleType = (type: string) => ARTICLE.test(type)
