import {
  createClauseReader,
  NOTHING,
  SILENT,
  type ClauseReading,
  type DatedItem,
  type EventOfCompany,
  type EventReader,
} from '../facts/company-event.ts'
import { languageOf } from '../formats/language.ts'
import type { Company } from '../match/company.ts'
import { decide } from './decide.ts'
import { loadEncoder, type Encoder } from './encoder/encoder.ts'
import { createInputReader, type ReadItem } from './encoder/input.ts'
import { createFactJudge } from './fact-judge.ts'

let loaded: Encoder | undefined
const encoder = () => (loaded ??= loadEncoder())

export const eventOfCompany = (company: Company, item: DatedItem): EventOfCompany => createReader(company)(item)

/** What an article says happened to the company: clauses propose and describe it, the encoder has learned to judge. */
export function createReader(company: Company): EventReader {
  const readClauses = createClauseReader(company)
  const inputOf = createInputReader(company)
  return (item) => {
    const clauses = readClauses(item)
    if (clauses === SILENT) return NOTHING
    if (!isEnglish(item, clauses)) return clauses.describe(clauses.first)
    const input = inputOf(item)
    const answer = encoder()(input)
    const judge = createFactJudge(encoder(), inputOf, item, { ...answer, input })
    return clauses.describe(decide(clauses, answer, (item.text ?? '') === ''), judge)
  }
}

const LEAST_OTHER = 0.7

/** Whether the name seems to mean something else: another company, a person, a place or a word. */
export const seemsOther = (company: Company, item: ReadItem): boolean =>
  encoder()(createInputReader(company)(item)).role.other >= LEAST_OTHER

/** The encoder has learned no other language. */
function isEnglish({ title, text }: DatedItem, { stated }: ClauseReading): boolean {
  const language = languageOf(`${title}\n${text ?? ''}`)
  return (language === null || language === 'en') && ![...stated.values()].includes('foreign')
}
