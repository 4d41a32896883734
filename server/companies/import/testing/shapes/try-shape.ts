import { AppError } from '#domain/errors.ts'
import { createPlanner } from '#domain/companies/imports.ts'
import type { CompanyFileReader } from '../../file/read-company-file.ts'
import type { Shape } from './read-shapes.ts'

/** `choice`: nothing was written, and the user is asked or told what to do. `wrong` is the one that must not happen. */
export type Verdict = { title: string; verdict: 'right' | 'choice' | 'wrong'; found: string[]; expected: string[] }

export async function tryShape(reader: Pick<CompanyFileReader, 'read'>, shape: Shape): Promise<Verdict> {
  const { title, name, bytes, expected } = shape
  const found = await importedFrom(reader, { name, bytes })
  const companies = typeof expected === 'object' && 'companies' in expected ? expected.companies : []
  const answer = (verdict: Verdict['verdict']) => ({ title, verdict, found: found.companies, expected: companies })
  if (found.refused !== null)
    return answer(
      typeof expected === 'object' && 'refused' in expected && isNamed(found, expected)
        ? 'right'
        : found.hasChoice
          ? 'choice'
          : 'wrong',
    )
  return answer(found.companies.join('\n') === companies.join('\n') ? 'right' : 'wrong')
}

type Found = { companies: string[]; refused: string | null; hasChoice: boolean }

const isNamed = ({ refused }: Found, expected: { refused: string }) => refused?.includes(expected.refused) ?? false

async function importedFrom(
  reader: Pick<CompanyFileReader, 'read'>,
  upload: { name: string; bytes: Buffer },
): Promise<Found> {
  try {
    const file = await reader.read('somebody', upload, { strict: false })
    const planner = createPlanner({ update: true })
    const companies: string[] = []
    for await (const batch of file.batches)
      for (const { kind, name, website } of planner.plan(batch, []))
        if (kind === 'new') companies.push(website === null ? name : `${name} | ${website}`)
    return { companies, refused: null, hasChoice: false }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { companies: [], refused: error.message, hasChoice: error.details !== undefined }
  }
}
