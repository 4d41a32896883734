import {
  FILE_TOO_LARGE,
  INVALID_FILE_TYPE,
  NO_FILE_IN_DIALOG,
  NO_FILE_ON_PAGE,
  NO_FILE_TITLE,
  refusedByName,
} from '#domain/companies/files.ts'
import { COMPANY_NAME_EMPTY } from '#domain/messages.ts'
import type { ImportUndone } from '#domain/companies/endpoints.ts'
import type { ImportCounts } from '#domain/companies/import/imports.ts'
import { ApiError, failed, reasonOf } from '../../api/api-error.ts'
import { counted, formatNumber } from '../../ui/text.ts'
import type { ToastMessage } from '../../ui/overlays/toast.tsx'

export const added: ToastMessage = {
  title: 'Company added successfully',
  description: "We'll start fetching the latest news for this company.",
}
export const addFailed = (error: Error, name: string) =>
  failed('Failed to add company', reasonOf(error), `${name} was not added.`)

export function uploaded(counts: ImportCounts): ToastMessage {
  const { new: created, changed, duplicate } = counts
  const updates = changed > 0 && `${companyCount(changed)} updated.`
  if (created + changed === 0) return { title: 'Nothing to add', description: duplicate > 0 ? ALL_HERE : undefined }
  return {
    title: 'Companies uploaded successfully',
    description:
      created > 0
        ? `${companyCount(created)} added. We'll start fetching the latest news for these companies.`
        : updates || undefined,
    detail: [created > 0 && updates, leftOut(counts)].filter(Boolean).join(' ') || undefined,
  }
}
export const uploadFailed = (error: Error) =>
  failed(
    error instanceof ApiError && error.code === 'unsupported-file'
      ? INVALID_FILE_TYPE.title
      : 'Failed to upload companies',
    reasonOf(error),
  )

export const uploadProblem = (error: Error) => reasonOf(error) || 'An error occurred'

export function leftOut({ duplicate, invalid, ignored, amountsLeftOut: amounts }: ImportCounts): string | null {
  const parts = [
    duplicate > 0 && duplicateCount(duplicate),
    invalid > 0 && `${formatNumber(invalid)} could not be imported`,
    ignored > 0 && `${formatNumber(ignored)} left out`,
    amounts > 0 && `${counted(amounts, 'amount', 'amounts')} left out`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : null
}

export const undone = ({ removed: taken, reverted, positions }: ImportUndone): ToastMessage => ({
  title: 'Import undone',
  description: [
    (taken > 0 || reverted + positions === 0) && `${companyCount(taken)} removed.`,
    reverted > 0 && `${companyCount(reverted)} changed back.`,
    positions > 0 && `${counted(positions, 'position', 'positions')} removed.`,
  ]
    .filter(Boolean)
    .join(' '),
})
export const undoFailed = (error: Error) => failed('Failed to undo the import', reasonOf(error))
export const skippedRowsFailed = (error: Error) => failed('Failed to download the skipped rows', reasonOf(error))

export const updated = (name: string): ToastMessage => ({
  title: 'Company updated',
  description: `${name} is saved.`,
})
export const updateFailed = (error: Error, name: string) =>
  failed('Failed to update company', reasonOf(error), `${name} was not changed.`)
export const emptyName = failed('Invalid input', COMPANY_NAME_EMPTY)

type Named = { name: string }

const called = (companies: Named[]) =>
  companies.length === 1 && companies[0] ? companies[0].name : companyCount(companies.length)
const areOrIs = ({ length }: Named[]) => (length === 1 ? 'is' : 'are')

export const removed = (companies: Named[]): ToastMessage => ({
  title: companies.length === 1 ? 'Company removed' : 'Companies removed',
  description: `${called(companies)} ${areOrIs(companies)} no longer in your portfolio.`,
})
export const removeFailed = (error: Error, companies: Named[]) =>
  failed(
    companies.length === 1 ? 'Failed to remove company' : 'Failed to remove companies',
    reasonOf(error),
    `${called(companies)} ${areOrIs(companies)} still in your portfolio.`,
  )

export const removeQuestion = (companies: Named[]) => ({
  title: `Remove ${called(companies)}?`,
  text:
    companies.length === 1
      ? 'The company and its news will be removed. You can restore them for 30 days.'
      : 'The companies and their news will be removed. You can restore them for 30 days.',
})

export const restored = (companies: Named[]): ToastMessage => ({
  title: companies.length === 1 ? 'Company restored' : 'Companies restored',
  description: `${called(companies)} ${areOrIs(companies)} back in your portfolio.`,
})
export const restoreFailed = (error: Error, companies: Named[]) =>
  failed('Failed to restore', reasonOf(error), `${called(companies)} ${areOrIs(companies)} still removed.`)

export const sampleLoaded = (count: number): ToastMessage => ({
  title: 'Sample portfolio loaded',
  description: `${companyCount(count)}, all fictional. You can remove them in one click.`,
})
export const sampleFailed = (error: Error) => failed('Failed to load the sample portfolio', reasonOf(error))
export const sampleRemoved: ToastMessage = {
  title: 'Sample portfolio removed',
  description: 'Only your own companies are left.',
}
export const sampleStays = (error: Error) => failed('Failed to remove the sample portfolio', reasonOf(error))

export const exportFailed = (error: Error) => failed('Failed to export portfolio', reasonOf(error))

export const noFileInDialog = failed(NO_FILE_TITLE, NO_FILE_IN_DIALOG)
export const noFileOnPage = failed(NO_FILE_TITLE, NO_FILE_ON_PAGE)
export const invalidFileType = (fileName: string) =>
  failed(INVALID_FILE_TYPE.title, refusedByName(fileName) ?? INVALID_FILE_TYPE.description)
export const fileTooLarge = failed(FILE_TOO_LARGE.title, FILE_TOO_LARGE.description)
export const severalFiles = (count: number) =>
  failed('One file at a time', `You dropped ${formatNumber(count)} files. Please drop one.`)
export const folderDropped = failed('That is a folder', 'Please drop the file itself.')
export const FILE_CHANGED = 'The file has changed since you chose it. Please choose it again.'
export const ALL_HERE = 'Every company in this file is already in your portfolio.'

export const NOT_FOUND = 'Company not found'

export const companyCount = (count: number) => counted(count, 'company', 'companies')

export const countText = (total: number, matching: number, filtered: boolean) =>
  filtered ? `Showing ${formatNumber(matching)} of ${formatNumber(total)}` : companyCount(matching)

export const duplicateCount = (count: number) => counted(count, 'duplicate', 'duplicates')
