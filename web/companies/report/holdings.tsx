import { hostKey } from '#domain/companies/company-key.ts'
import type { ExportedCompany } from '#domain/companies/export.ts'
import { SampleMark } from '../sample-mark.tsx'

const NONE = '–'
// Browsers set a table of thousands of lines on paper in time that grows with the square of them.
const LINES = 500

// One for all lines: making one takes longer than a line does.
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const plainDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Every company on a line; a very large portfolio is set in several tables, each of which begins a page. */
export function Holdings({ companies }: { companies: ExportedCompany[] }) {
  const starts = Array.from({ length: Math.ceil(companies.length / LINES) }, (_, at) => at * LINES)
  return starts.map((start) => {
    const part = companies.slice(start, start + LINES)
    const range = starts.length > 1 ? `, ${figure(start + 1)} to ${figure(start + part.length)}` : ''
    return (
      <div key={start} className="report-part">
        <HoldingsTable title={`Holdings${range}`} companies={part} />
      </div>
    )
  })
}

const figure = (number: number) => number.toLocaleString('en-US')

/** On a narrow screen what stands beside the name stands under it. */
function HoldingsTable({ title, companies }: { title: string; companies: ExportedCompany[] }) {
  return (
    <table className="report-holdings w-full border-collapse text-left text-sm">
      <caption className="pb-1.5 text-left font-serif text-base font-semibold">{title}</caption>
      <thead className="border-y border-ink text-muted">
        <tr>
          <th scope="col">Company</th>
          <th scope="col" className="report-wide report-website">
            Website
          </th>
          <th scope="col" className="report-wide report-category">
            Category
          </th>
          <th scope="col" className="report-wide report-stage">
            Stage
          </th>
          <th scope="col" className="report-wide report-day">
            Invested
          </th>
          <th scope="col" className="report-day">
            Latest news
          </th>
          <th scope="col" className="report-wide report-number">
            Items
          </th>
        </tr>
      </thead>
      <tbody>
        {companies.map((company) => (
          <Holding key={`${company.name} ${company.website}`} company={company} />
        ))}
      </tbody>
    </table>
  )
}

function Holding({ company }: { company: ExportedCompany }) {
  const { name, category, stage, investmentDate, sample, news } = company
  const host = hostKey(company.website)
  const invested = investmentDate && plainDays.format(new Date(investmentDate))
  const facts = [host, category, stage, invested && `invested ${invested}`].filter(Boolean)
  return (
    <tr className="border-b border-line">
      <th scope="row" className="font-serif text-base font-semibold break-words">
        {name}{' '}
        {sample && (
          <span className="font-sans font-normal">
            <SampleMark />
          </span>
        )}
        <span className="report-narrow block font-sans text-sm font-normal text-muted">
          {facts.join(' · ')}
        </span>
      </th>
      <td className="report-wide break-words text-muted">{host || NONE}</td>
      <td className="report-wide break-words">{category ?? NONE}</td>
      <td className="report-wide break-words">{stage ?? NONE}</td>
      <td className="report-wide report-day">{invested ?? NONE}</td>
      <td className="report-day">{news.latestAt ? days.format(new Date(news.latestAt)) : NONE}</td>
      <td className="report-wide report-number">{figure(news.items)}</td>
    </tr>
  )
}
