import type { ExportedCompany } from '#domain/companies/export.ts'
import type { CompanyHeadlines } from '#domain/news/analytics.ts'
import { publishedDate } from '#domain/time.ts'
import { counted } from '../../ui/text.ts'
import { SourceLink } from '../news/source-link.tsx'

type Props = { companies: ExportedCompany[]; headlines: CompanyHeadlines[] | null }

/** Lists companies in the report's order. `headlines` is null if they couldn't be loaded. */
export function ReportHeadlines({ companies, headlines }: Props) {
  const byCompany = new Map(headlines?.map((each) => [keyOf(each), each]))
  const reported = companies.flatMap((company) => byCompany.get(keyOf(company)) ?? [])
  const others = companies.length - reported.length
  return (
    <section aria-labelledby="report-headlines" className="mt-8">
      <h2 id="report-headlines" className="border-b border-ink pb-1.5 font-serif text-base font-semibold">
        Headlines, last 90 days
      </h2>
      <ul>
        {reported.map((company) => (
          <li key={company.companyId} className="report-headlines border-b border-line py-2.5">
            <h3 className="font-serif text-base font-semibold break-words">{company.name}</h3>
            <ul className="mt-1 grid gap-1 text-sm">
              {company.headlines.map(({ label, text, url, publisher, publishedAt }) => (
                <li key={url} className="grid gap-x-4 break-words sm:grid-cols-[6.5rem_minmax(0,1fr)]">
                  <time dateTime={publishedAt} className="text-muted tabular-nums">
                    {publishedDate(publishedAt)}
                  </time>
                  <p className="min-w-0">
                    <SourceLink url={url} title={text} />
                    <span className="text-muted"> · {[label, publisher].filter(Boolean).join(' · ')}</span>
                  </p>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="mt-2.5 text-sm text-muted">{summary(reported.length, others, headlines === null)}</p>
    </section>
  )
}

const keyOf = ({ name, website }: { name: string; website: string | null }) => `${name} ${website}`

function summary(reported: number, others: number, isMissing: boolean): string {
  if (isMissing) return 'The headlines could not be loaded.'
  if (reported === 0) return 'No notable events.'
  return others > 0 ? `No notable events at ${counted(others, 'other company', 'other companies')}.` : ''
}
