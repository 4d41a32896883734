import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Page, PageHeading, useQueryChange } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Codes } from './codes.tsx'
import { Funnel } from './funnel.tsx'
import { Health } from './health.tsx'
import { Jobs } from './jobs.tsx'
import { ModelCost } from './model-cost.tsx'
import { People } from './people.tsx'
import { Person } from './person.tsx'
import { Sources } from './sources.tsx'
import type { OpenedView } from '#domain/admin/support.ts'
import { dateAndTime } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { LoadedRows, Row, Rows } from './rows.tsx'
import { useRecord } from './queries.ts'
import { actText, detailsText } from './text.ts'

const TABS = ['people', 'codes', 'funnel', 'record', 'health', 'sources', 'jobs', 'model']

export function Administration({ onView }: { onView: (view: OpenedView) => void }) {
  const search = useSearch({ strict: false })
  const go = useQueryChange()
  usePageTitle('Administration')
  const find = useCallback((q: string) => go({ q }, true), [go])
  const { q = '', user } = search
  const people = user ? (
    <Person id={user} onBack={() => go({ q })} onView={onView} />
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
            { value: 'funnel', label: 'Funnel', content: <Funnel /> },
            { value: 'record', label: 'Record', content: <AuditRecord /> },
            { value: 'health', label: 'Health', content: <Health /> },
            { value: 'sources', label: 'Sources', content: <Sources /> },
            { value: 'jobs', label: 'Jobs', content: <Jobs /> },
            { value: 'model', label: 'Language Model', content: <ModelCost /> },
          ]}
        />
      </div>
    </Page>
  )
}

export function AuditRecord() {
  const record = useRecord()
  return (
    <LoadedRows what="the record" query={record}>
      {({ pages }) => {
        const entries = pages.flat()
        if (entries.length === 0) return <p className="text-muted">No actions yet.</p>
        return (
          <>
            <p className="mb-5 max-w-[62ch] text-muted">What administrators did and viewed, newest first.</p>
            <Rows label="Record">
              {entries.map(({ id, at, actor, act, email, details }) => (
                <Row
                  key={id}
                  title={email ? `${actText(act)}: ${email}` : actText(act)}
                  text={
                    <>
                      {dateAndTime(at)} · {actor}
                      {Object.keys(details).length > 0 && ` · ${detailsText(details)}`}
                    </>
                  }
                />
              ))}
            </Rows>
            {record.hasNextPage && (
              <Button className="mt-5" busy={record.isFetchingNextPage} onClick={() => void record.fetchNextPage()}>
                Load More
              </Button>
            )}
          </>
        )
      }}
    </LoadedRows>
  )
}
