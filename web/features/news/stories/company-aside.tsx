import { useQuery } from '@tanstack/react-query'
import type { Company } from '#domain/companies/company.ts'
import { summarizeCoverage } from '#domain/news/coverage-state.ts'
import { coverageText, untilText } from '#domain/news/coverage-text.ts'
import { relativeTime, shortDate } from '#domain/time.ts'
import { useNow } from '../../../ui/page.tsx'
import { formatNumber } from '../../../ui/text.ts'
import { StatusDot } from '../coverage/status-dot.tsx'
import { coverageQuery, summaryQuery } from '../queries.ts'
import { MuteMenu } from '../reading/mute-menu.tsx'
import type { ReactNode } from 'react'

/** Shown beside the stories: the company's details, how it's monitored, and how much is written about it. */
export function CompanyAside({ company, activity }: { company: Company; activity: ReactNode }) {
  return (
    <aside
      aria-label={`About ${company.name}`}
      className="grid content-start gap-5 text-sm md:border-l md:border-line md:pl-6"
    >
      <Part title="Details">
        <dl className="grid gap-1.5">
          <Fact name="Category" value={company.category ?? '—'} />
          <Fact name="Stage" value={company.stage ?? '—'} />
          <Fact name="Invested" value={company.investmentDate ? shortDate(company.investmentDate, 'UTC') : '—'} />
          <Fact name="Added" value={shortDate(company.createdAt)} />
        </dl>
      </Part>
      <SourcesInShort companyId={company.id} />
      <Part title="Stories per week">{activity}</Part>
      <Muting company={company} />
    </aside>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 font-sans text-sm font-semibold tracking-normal">{title}</h3>
    {children}
  </section>
)

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex gap-2">
    <dt className="w-20 flex-none text-muted">{name}</dt>
    <dd className="min-w-0 break-words tabular-nums">{value}</dd>
  </div>
)

function SourcesInShort({ companyId }: { companyId: number }) {
  const { data } = useQuery(coverageQuery(companyId))
  const now = useNow()
  if (!data) return null
  const summary = summarizeCoverage(data)
  const { tone } = coverageText(summary, now)
  const { sources, failing, goodAt, nextAt } = summary
  return (
    <Part title="Sources">
      <p className="flex items-baseline gap-2">
        <StatusDot tone={tone} />
        {sources === 0
          ? 'None found yet'
          : sources === 1
            ? `1 source, ${failing ? 'not ' : ''}responding`
            : `${sources - failing} of ${formatNumber(sources)} sources responding`}
      </p>
      {goodAt && (
        <p className="text-muted tabular-nums">
          Checked {relativeTime(goodAt, now).toLowerCase()}
          {nextAt && `, next ${untilText(nextAt, now)}`}
        </p>
      )}
    </Part>
  )
}

function Muting({ company }: { company: Company }) {
  const { data } = useQuery(summaryQuery)
  if (!data) return null
  return (
    <div className="-ml-3.5">
      <MuteMenu company={company} muted={data.muted.find(({ companyId }) => companyId === company.id)} />
    </div>
  )
}
