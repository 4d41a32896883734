import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ProfileUnavailable } from '../account/profile-unavailable.tsx'
import { useProfile } from '../account/queries.ts'
import { AuditRecord } from '../admin/audit-record.tsx'
import { Codes } from '../admin/codes.tsx'
import { Jobs } from '../admin/jobs.tsx'
import { ModelCost } from '../admin/model-cost.tsx'
import { People } from '../admin/people.tsx'
import { Person } from '../admin/person.tsx'
import { Sources } from '../admin/sources.tsx'
import { Page, PageHeading } from '../ui/page.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { NotFoundPage } from './not-found.tsx'

/** For administrators; to anybody else there is no such page. The server refuses the calls behind it all the same. */
export function AdminPage() {
  const { profile, isUnavailable, retry } = useProfile()
  if (isUnavailable) {
    return (
      <Page>
        <ProfileUnavailable onRetry={retry} />
      </Page>
    )
  }
  if (!profile) return <Waiting />
  return profile.role === 'admin' ? <Administration /> : <NotFoundPage />
}

const TABS = ['people', 'codes', 'record', 'sources', 'jobs', 'model']

function Administration() {
  const search = useSearch({ strict: false }) as Partial<Record<string, string>>
  const navigate = useNavigate()
  usePageTitle('Administration')
  const go = useCallback(
    (next: object, replace = false) =>
      void navigate({ to: '.', search: next as never, replace, resetScroll: false }),
    [navigate],
  )
  const find = useCallback((q: string) => go({ q }, true), [go])
  const { q = '', user } = search
  const people = user ? (
    <Person id={user} onBack={() => go({ q })} />
  ) : (
    <People words={q} onWords={find} onOpen={(id) => go({ q, user: id })} />
  )
  return (
    <Page>
      <PageHeading>Administration</PageHeading>
      <div className="mt-6">
        <Tabs
          label="Administration"
          value={TABS.find((name) => name === search.tab) ?? 'people'}
          onChange={(name) => go(name === 'people' ? {} : { tab: name })}
          tabs={[
            { value: 'people', label: 'Accounts', content: people },
            { value: 'codes', label: 'Codes', content: <Codes /> },
            { value: 'record', label: 'Record', content: <AuditRecord /> },
            { value: 'sources', label: 'Sources', content: <Sources /> },
            { value: 'jobs', label: 'Jobs', content: <Jobs /> },
            { value: 'model', label: 'Language Model', content: <ModelCost /> },
          ]}
        />
      </div>
    </Page>
  )
}
