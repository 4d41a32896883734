import {
  createClauseReader,
  SILENT,
  type ClauseReading,
  type DatedItem,
  type EventOfCompany,
} from './clauses/company-event.ts'
import type { CompanyEvent } from './clauses/frames.ts'
import { languageOf } from '../formats/language.ts'
import type { Company } from '../match/company.ts'
import { decide } from './decide.ts'
import { loadEncoder, type Answer, type Encoder } from './encoder/encoder.ts'
import { createInputReader, type ReadItem } from './encoder/input.ts'
import { createFactJudge, type FactJudge } from './fact-judge.ts'
import { isPaidContent } from '../text/paid-content.ts'

let loaded: Encoder | undefined
const encoder = () => (loaded ??= remembering(loadEncoder()))

const REMEMBERED = 64

/** Matching and reading ask about the same article, often one after the other. */
function remembering(encode: Encoder): Encoder {
  const answers = new Map<string, Answer>()
  return (input) => {
    const key = JSON.stringify(input)
    const answer = answers.get(key) ?? encode(input)
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > REMEMBERED && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}

export type Reading = EventOfCompany & {
  /** Clauses and encoder leave it open, or nothing here reads the language well. */
  isUnsure: boolean
}

/** A reading, and what else the reader could say of the same article. */
export type Examined = {
  reading: Reading
  describe: (event: CompanyEvent) => EventOfCompany
  /** How likely an event is to the encoder, 0–1; null for an article that it can't read. */
  shareOf: (event: CompanyEvent) => number | null
  judge: FactJudge
}

export const eventOfCompany = (company: Company, item: DatedItem): EventOfCompany => createReader(company)(item)

/** What an article says happened to the company: clauses propose and describe it, the encoder has learned to judge. */
export function createReader(company: Company): (item: DatedItem) => Reading {
  const examine = createExaminer(company)
  return (item) => examine(item).reading
}

/** Compiles a company's patterns once for all its articles. */
export function createExaminer(company: Company): (item: DatedItem) => Examined {
  const readClauses = createClauseReader(company)
  const inputOf = createInputReader(company)
  return (item) => {
    const clauses = readClauses(item)
    if (clauses === SILENT || !isEnglish(item, clauses)) {
      const isUnsure = clauses !== SILENT || (item.isPrimary !== false && isForeign(item) && !isPaidContent(item))
      const { describe, first } = clauses
      return { reading: { ...describe(first), isUnsure }, describe, shareOf: () => null, judge: () => null }
    }
    const input = inputOf(item)
    const answer = encoder()(input)
    const judge = createFactJudge(encoder(), inputOf, item, { ...answer, input })
    const { event, isUnsure } = decide(clauses, answer, (item.text ?? '') === '')
    return {
      reading: { ...clauses.describe(event, judge), isUnsure },
      describe: (asked) => clauses.describe(asked, judge),
      shareOf: (asked) => answer.events.get(asked) ?? 0,
      judge,
    }
  }
}

const LEAST_OTHER = 0.7

/** Whether the name seems to mean something else: another company, a person, a place or a word. */
export const seemsOther = (company: Company, item: ReadItem): boolean =>
  encoder()(createInputReader(company)(item)).role.other >= LEAST_OTHER

/** The encoder has learned no other language. */
const isEnglish = (item: DatedItem, { stated }: ClauseReading) =>
  !isForeign(item) && ![...stated.values()].includes('foreign')

function isForeign({ title, text }: DatedItem): boolean {
  const language = languageOf(`${title}\n${text ?? ''}`)
  return language !== null && language !== 'en'
}
