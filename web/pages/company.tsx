import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { latestRound } from '#domain/news/latest-round.ts'
import { ApiError } from '../api/api-error.ts'
import { usePublicConfig } from '../api/context.ts'
import { StoriesPerWeek } from '../features/analytics/stories-per-week.tsx'
import { CompanyLogo } from '../features/companies/logo/company-logo.tsx'
import { NOT_FOUND, removeQuestion } from '../features/companies/messages.ts'
import { companyQuery } from '../features/companies/queries.ts'
import { useRemoveCompanies } from '../features/companies/removed-queries.ts'
import { WebsiteLink } from '../ui/external-link.tsx'
import { CoverageList } from '../features/news/coverage/coverage-list.tsx'
import { CompanyAside } from '../features/news/stories/company-aside.tsx'
import { storiesQuery } from '../features/news/queries.ts'
import { Stories } from '../features/news/stories/stories.tsx'
import { paths } from '../paths.ts'
import { Button, LinkButton, Status } from '../ui/button.tsx'
import { Confirm } from '../ui/overlays/dialog.tsx'
import { LoadFailure, Skeleton } from '../ui/feedback.tsx'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { lazyComponent } from '../ui/lazy.tsx'

const IdentityCardPanel = lazyComponent(
  () => import('../features/news/overrides/identity-card.tsx'),
  'IdentityCardPanel',
)
const CompanyWebsites = lazyComponent(() => import('../features/news/websites/company-websites.tsx'), 'CompanyWebsites')
const PositionsPanel = lazyComponent(
  () => import('../features/companies/positions/positions-panel.tsx'),
  'PositionsPanel',
)
const CompanyUpdates = lazyComponent(() => import('../features/updates/company-updates.tsx'), 'CompanyUpdates')
const EditCompanyForm = lazyComponent(() => import('../features/companies/edit-company-form.tsx'), 'EditCompanyForm')

export function CompanyPage() {
  const { id: segment } = useParams({ strict: false })
  const id = /^[1-9]\d{0,9}$/.test(segment ?? '') ? Number(segment) : null
  const queryClient = useQueryClient()
  const query = useQuery({ ...companyQuery(id ?? 0, queryClient), enabled: id !== null })
  const { data: company, error, refetch } = query
  const isAbsent = id === null || (error instanceof ApiError && error.status === 404)
  usePageTitle(isAbsent ? NOT_FOUND : (company?.name ?? 'Company'))

  return (
    <Page>
      <BackLink to={paths.dashboard}>Dashboard</BackLink>
      {isAbsent ? (
        <div className="grid justify-items-start gap-5 py-6">
          <PageHeading>{NOT_FOUND}</PageHeading>
          <p className="text-muted">It may have been removed, or the address is wrong.</p>
          <LinkButton to={paths.dashboard}>Back to Dashboard</LinkButton>
        </div>
      ) : company ? (
        <CompanyDetail key={company.id} company={company} />
      ) : error ? (
        <LoadFailure what="this company" error={error} onRetry={() => void refetch()} />
      ) : (
        <CompanySkeleton />
      )}
    </Page>
  )
}

function CompanyDetail({ company }: { company: Company }) {
  const { founderUpdates } = usePublicConfig()
  const [mode, setMode] = useState<'view' | 'edit' | 'confirm'>('view')
  const { mutate: remove } = useRemoveCompanies()
  const navigate = useNavigate()
  const { data: stories = [] } = useQuery(storiesQuery(company.id))
  const confirmed = () => {
    setMode('view')
    // Navigates first, because pending requests for the company would fail with a 404.
    void navigate({ to: paths.dashboard }).finally(() => remove([company]))
  }
  if (mode === 'edit') {
    return (
      <>
        <PageHeading>Edit {company.name}</PageHeading>
        <div className="mt-6">
          <EditCompanyForm company={company} onDone={() => setMode('view')} />
        </div>
      </>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4.5 gap-y-4">
        <CompanyLogo company={company} size="page" />
        <div className="min-w-0 flex-1 basis-60">
          <h1 tabIndex={-1} className="text-xl break-words outline-none md:text-2xl">
            {company.name}
          </h1>
          {company.website ? (
            <WebsiteLink website={company.website} />
          ) : (
            !company.sample && (
              <button
                type="button"
                className="cursor-pointer rounded-sm text-accent underline underline-offset-3 pointer-coarse:py-2"
                onClick={() => setMode('edit')}
              >
                Add its website to find more news
              </button>
            )
          )}
        </div>
        <div className="flex gap-2">
          <Button
            aria-keyshortcuts="e"
            onClick={() => setMode('edit')}
            onFocus={EditCompanyForm.preload}
            onPointerEnter={EditCompanyForm.preload}
          >
            Edit
          </Button>
          {!company.sample && (
            <LinkButton to={`${paths.sharing}?company=${company.id}`} variant="quiet" label={`Share ${company.name}`}>
              Share
            </LinkButton>
          )}
          <Button variant="quiet" aria-keyshortcuts="#" onClick={() => setMode('confirm')}>
            Remove
          </Button>
        </div>
      </div>
      {!company.website && !company.sample && <CompanyWebsites companyId={company.id} />}
      {company.sample && <p className="mt-4 text-sm text-muted">Sample company. It is fictional.</p>}
      {founderUpdates && !company.sample && <CompanyUpdates companyId={company.id} />}
      <div className="mt-8 grid gap-x-11 gap-y-8 lg:grid-cols-[minmax(0,1fr)_14.5rem]">
        <Stories company={company} />
        <CompanyAside company={company} activity={<StoriesPerWeek companyId={company.id} />} />
      </div>
      <PositionsPanel company={company} latestRound={latestRound(stories)} />
      <CoverageList company={company} />
      <IdentityCardPanel companyId={company.id} />
      {mode === 'confirm' && (
        <Confirm
          {...removeQuestion([company])}
          action="Remove"
          onConfirm={confirmed}
          onCancel={() => setMode('view')}
        />
      )}
    </>
  )
}

function CompanySkeleton() {
  return (
    <Status className="appear-late flex items-center gap-4.5">
      <h1 className="sr-only">Loading company</h1>
      <Skeleton className="size-16 rounded-lg" />
      <div className="grid gap-2.5">
        <Skeleton className="h-8 w-60" />
        <Skeleton className="h-4 w-36" />
      </div>
    </Status>
  )
}
