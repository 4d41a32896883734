import { useParams } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LoadingLines } from '../../ui/loaded.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'

export const NO_LONGER = 'No longer shared'

export const LoadingShared = () => (
  <LoadingLines label="Loading news" widths={['w-1/2', 'w-full', 'w-4/5']} className="mt-8 max-w-[66ch]" />
)

export const Gone = () => (
  <Page narrow>
    <div className="grid justify-items-start gap-5 py-6">
      <PageHeading>{NO_LONGER}</PageHeading>
      <p className="text-muted">The owner has stopped sharing this with you, or the address is wrong.</p>
      <LinkButton to={paths.sharing}>Shared with You</LinkButton>
    </div>
  </Page>
)

export const isAbsent = (error: unknown) => error instanceof ApiError && error.status === 404

export function useRowId(name: 'id' | 'companyId'): number {
  const segment = useParams({ strict: false })[name] ?? ''
  return /^[1-9]\d{0,9}$/.test(segment) ? Number(segment) : 0
}
