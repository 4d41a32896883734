import { COMPANY_NOT_FOUND, CompanyId } from '#domain/companies.ts'
import { AppError } from '#domain/errors.ts'

/** What cannot be an id names no company: the same answer as for one that is not there. */
export function companyId(text: string): number {
  const id = CompanyId.safeParse(text)
  if (!id.success) throw new AppError('not-found', COMPANY_NOT_FOUND)
  return id.data
}
