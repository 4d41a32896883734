import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { ApiError } from '../api/api-error.ts'
import { usePublicConfig } from '../api/context.ts'
import { StoriesPerWeek } from '../features/analytics/stories-per-week.tsx'
import { NOT_FOUND, removeQuestion } from '../features/companies/messages.ts'
import { companyQuery } from '../features/companies/queries.ts'
import { useRemoveCompanies } from '../features/companies/removed-queries.ts'
import { CompanyHead } from '../features/news/stories/company-head.tsx'
import { CompanyTabs } from '../features/news/stories/company-tabs.tsx'
import { storiesQuery } from '../features/news/queries.ts'
import { WhereItStands } from '../features/news/stories/where-it-stands.tsx'
import { paths } from '../paths.ts'
import { LinkButton, Status } from '../ui/button.tsx'
import { Confirm } from '../ui/overlays/dialog.tsx'
import { LoadFailure, Skeleton } from '../ui/feedback.tsx'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { lazyComponent } from '../ui/lazy.tsx'

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
      <CompanyHead
        company={company}
        onEdit={() => setMode('edit')}
        onReachEdit={EditCompanyForm.preload}
        onRemove={() => setMode('confirm')}
      />
      {!company.website && !company.sample && <CompanyWebsites companyId={company.id} />}
      <WhereItStands company={company} stories={stories} />
      {(founderUpdates || company.sample) && <CompanyUpdates companyId={company.id} />}
      <div className="@container mt-5 border-t border-line pt-2">
        <div className="grid gap-x-12 gap-y-10 @min-[48rem]:grid-cols-[minmax(0,1fr)_17.5rem]">
          <CompanyTabs company={company} />
          <aside
            aria-label={`About ${company.name}`}
            className="grid min-w-0 content-start gap-6 self-start @min-[48rem]:sticky @min-[48rem]:top-21"
          >
            <PositionsPanel company={company} stories={stories} />
            <section aria-labelledby="activity" className="border-t border-line pt-4">
              <h2 id="activity" className="mb-2 font-sans text-sm font-medium tracking-normal">
                Stories per week
              </h2>
              <StoriesPerWeek companyId={company.id} />
            </section>
          </aside>
        </div>
      </div>
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
