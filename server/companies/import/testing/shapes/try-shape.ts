import { AppError } from '#domain/errors.ts'
import { createPlanner } from '#domain/companies/import/plan.ts'
import { parseCompanyFile } from '../../file/parse-company-file.ts'
import { acceptedFile } from '../../file/read-company-file.ts'
import { Unreadable } from '../../file/unreadable.ts'
import type { Shape } from './read-shapes.ts'

/** `choice` means that nothing was imported and the user is asked which column to use. `wrong` must not happen. */
export type Verdict = { title: string; verdict: 'right' | 'choice' | 'wrong'; found: string[]; expected: string[] }

export async function tryShape(shape: Shape): Promise<Verdict> {
  const companies = typeof shape.expected === 'object' && 'companies' in shape.expected ? shape.expected.companies : []
  const { found, refused, hasChoice } = await importedFrom(shape)
  const isRight = refused === null ? found.join('\n') === companies.join('\n') : isRightly(refused, shape)
  const verdict = isRight ? 'right' : hasChoice ? 'choice' : 'wrong'
  return { title: shape.title, verdict, found, expected: companies }
}

const isRightly = (refused: string, { expected }: Shape) =>
  typeof expected === 'object' && 'refused' in expected && refused.includes(expected.refused)

type Outcome = { found: string[]; refused: string | null; hasChoice: boolean }

async function importedFrom({ name, bytes }: Shape): Promise<Outcome> {
  try {
    const table = await parseCompanyFile(bytes, { ...acceptedFile({ name, bytes }), strict: false })
    const found = createPlanner({ update: true })
      .plan(table.judge(0, table.total), [])
      .filter(({ kind }) => kind === 'new')
      .map((row) => (row.website === null ? row.name : `${row.name} | ${row.website}`))
    return { found, refused: null, hasChoice: false }
  } catch (error) {
    if (error instanceof AppError) return { found: [], refused: error.message, hasChoice: false }
    if (!(error instanceof Unreadable)) throw error
    return { found: [], refused: error.refusal.message, hasChoice: error.refusal.details !== undefined }
  }
}
