import { AppError } from '#domain/errors.ts'
import { createPlanner } from '#domain/companies/import/plan.ts'
import { UploadQuery } from '#domain/companies/endpoints.ts'
import type { ImportQuestion } from '#domain/companies/import/imports.ts'
import { answerTo } from '#domain/companies/files.ts'
import type { ImportChoice } from '#domain/companies/import/table.ts'
import { parseCompanyFile } from '../../file/parse-company-file.ts'
import { acceptedFile } from '../../file/read-company-file.ts'
import { Unreadable } from '../../file/unreadable.ts'
import type { Shape } from './read-shapes.ts'

/** What came of a file: what was imported, in the end, and which question was asked before. */
export type Outcome = { title: string; question: string | null; found: string[]; refused: string | null }

/** Answers a question as a person would: as it proposes, except for what the shape says. */
export async function tryShape(shape: Shape): Promise<Outcome> {
  const { title } = shape
  const first = await importedFrom(shape, {})
  if (!('question' in first)) return { title, question: null, ...first }
  const rows = first.question.unsure > 0 ? { unsure: 'skip' } : {}
  const answer = UploadQuery.parse({ ...answerTo(first.question), ...rows, ...shape.answer })
  const second = await importedFrom(shape, answer)
  if ('question' in second) return { title, question: first.asked, found: [], refused: `asked again: ${second.asked}` }
  return { title, question: first.asked, ...second }
}

type Result = { found: string[]; refused: string | null } | { question: ImportQuestion; asked: string }

async function importedFrom({ name, bytes }: Shape, choice: ImportChoice): Promise<Result> {
  try {
    const table = await parseCompanyFile(bytes, { ...acceptedFile({ name, bytes }), strict: false, choice })
    const found = createPlanner({ update: true })
      .plan(table.judge(0, table.total), [])
      .filter(({ kind }) => kind === 'new')
      .map((row) => (row.website === null ? row.name : `${row.name} | ${row.website}`))
    return { found, refused: null }
  } catch (error) {
    if (error instanceof AppError) return { found: [], refused: error.message }
    if (!(error instanceof Unreadable)) throw error
    const { message, details } = error.refusal
    return details ? { question: details as ImportQuestion, asked: message } : { found: [], refused: message }
  }
}
