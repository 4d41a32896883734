import { Link } from '@tanstack/react-router'
import type { CompanyWeeks } from '#domain/news/analytics.ts'
import { paths } from '../paths.ts'
import { Panel } from '../ui/panel.tsx'
import { Sparkline } from './sparkline.tsx'
import { figure } from './words.ts'

const SHOWN = 10

/** The companies with the most stories, each with how they came. */
export function MostActive({ companies }: { companies: CompanyWeeks[] }) {
  return (
    <Panel title="Most active">
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="sr-only">Companies with the most stories</caption>
        <thead className="border-b border-line-strong text-sm text-muted">
          <tr>
            <th scope="col" className="pb-2.5 font-medium">
              Company
            </th>
            <th scope="col" className="w-[38%] pb-2.5 font-medium max-md:w-28">
              News per week
            </th>
            <th scope="col" className="w-20 pb-2.5 text-right font-medium">
              Stories
            </th>
          </tr>
        </thead>
        <tbody>
          {companies.slice(0, SHOWN).map(({ companyId, name, stories, weeks }) => (
            <tr key={companyId} className="border-b border-line">
              <th scope="row" className="py-3 pr-4 font-normal break-words">
                <Link
                  to={paths.company(companyId)}
                  className="rounded-sm font-serif text-lg font-semibold underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
              </th>
              <td className="py-3 pr-4">
                <Sparkline perWeek={weeks} className="w-full max-w-80" />
              </td>
              <td className="py-3 text-right tabular-nums">{figure(stories)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
