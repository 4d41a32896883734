import type { Company } from '../../match/company.ts'
import { createNameReader, findName, type Names } from '../clauses/company-names.ts'

export type ReadItem = { title: string; text?: string | null | undefined; publisher?: string | null | undefined }

/** What the encoder reads: the company's names are one token, so that it learns wordings and not companies. */
export type EncoderInput = { description: string; publisher: string; title: string; text: string }

export const COMPANY_TOKEN = '[CO]'
const LIMITS = { description: 160, publisher: 40, title: 260, text: 700 }

export function createInputReader(company: Company): (item: ReadItem) => EncoderInput {
  const namesIn = createNameReader(company)
  return (item) => {
    const title = plain(item.title)
    const text = plain(item.text ?? '').slice(0, LIMITS.text)
    const names = namesIn([title, text])
    const part = (written: string, limit: number) => withToken(written.slice(0, limit), names)
    return {
      description: part(plain(company.description ?? ''), LIMITS.description),
      publisher: part(plain(item.publisher ?? ''), LIMITS.publisher),
      title: part(title, LIMITS.title),
      text: part(text, LIMITS.text),
    }
  }
}

/** A text cannot pretend to hold one of the encoder's own tokens. */
const plain = (text: string) => text.replaceAll(/[[\]\s]+/g, ' ').trim()

function withToken(text: string, names: Names): string {
  const parts: string[] = []
  let from = 0
  for (let place = findName(text, names, from); place !== null; place = findName(text, names, from)) {
    parts.push(text.slice(from, place.start), COMPANY_TOKEN)
    from = place.end
  }
  return [...parts, text.slice(from)].join('')
}
