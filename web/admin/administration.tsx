import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Page, PageHeading } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { useQueryChange } from '../ui/use-query-change.ts'
import { AuditRecord } from './audit-record.tsx'
import { Codes } from './codes.tsx'
import { Jobs } from './jobs.tsx'
import { ModelCost } from './model-cost.tsx'
import { People } from './people.tsx'
import { Person } from './person.tsx'
import { Sources } from './sources.tsx'

const TABS = ['people', 'codes', 'record', 'sources', 'jobs', 'model']

/** All that administrators have, tab by tab; its code is fetched by nobody else. */
export function Administration() {
  const search = useSearch({ strict: false }) as Partial<Record<string, string>>
  const go = useQueryChange()
  usePageTitle('Administration')
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
