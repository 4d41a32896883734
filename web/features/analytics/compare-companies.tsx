import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { CompanyWeeks } from '#domain/news/analytics.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/forms/controls.tsx'
import { Panel } from '../../ui/panel.tsx'
import { formatNumber } from '../../ui/text.ts'
import { storyCount, wholeWeekText } from './sparkline.tsx'

const MAX_COMPARED = 4
const AT_FIRST = 2

type Props = { companies: CompanyWeeks[]; weeks: string[] }

export function CompareCompanies({ companies, weeks }: Props) {
  const [ids, setIds] = useState(() => companies.slice(0, AT_FIRST).map(({ companyId }) => companyId))
  const compared = ids.flatMap((id) => companies.find(({ companyId }) => companyId === id) ?? [])
  const most = Math.max(...compared.flatMap((company) => company.weeks), 1)
  if (companies.length < 2) return null
  return (
    <Panel
      title="Compare companies"
      className="break-inside-avoid"
      action={
        compared.length < MAX_COMPARED && (
          <Select
            label="Add a company to compare"
            value=""
            onChange={(id) => setIds([...ids, Number(id)])}
            className="w-56 max-w-full print:hidden"
          >
            <option value="">Add a company</option>
            {companies
              .filter(({ companyId }) => !ids.includes(companyId))
              .map(({ companyId, name }) => (
                <option key={companyId} value={companyId}>
                  {name}
                </option>
              ))}
          </Select>
        )
      }
    >
      {compared.length === 0 ? (
        <p className="text-muted">Choose up to {MAX_COMPARED} companies.</p>
      ) : (
        <>
          <p className="mb-3 text-sm text-muted">
            Stories per week, all on one scale: the tallest bar is {storyCount(most)}.
          </p>
          <ul aria-label="Compared companies" className="border-t border-line">
            {compared.map((company) => (
              <Compared
                key={company.companyId}
                company={company}
                weeks={weeks}
                most={most}
                onRemove={() => setIds(ids.filter((id) => id !== company.companyId))}
              />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

const STEP = 10
const BAR = 7
const HEIGHT = 40

type ComparedProps = { company: CompanyWeeks; weeks: string[]; most: number; onRemove: () => void }

function Compared({ company: { companyId, name, stories, weeks: perWeek }, weeks, most, onRemove }: ComparedProps) {
  const busiest = perWeek.indexOf(Math.max(...perWeek))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line py-3 md:grid-cols-[13rem_minmax(0,1fr)_auto]">
      <p className="min-w-0 break-words">
        <Link
          to={paths.company(companyId)}
          className="rounded-sm font-serif text-lg font-semibold underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <span className="block text-sm text-muted tabular-nums">{formatNumber(stories)} in all</span>
      </p>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, not fetched
        role="img"
        aria-label={`${name}: ${storyCount(stories)}, at most ${formatNumber(perWeek[busiest] ?? 0)} a week, in the week of ${wholeWeekText(weeks[busiest] ?? '')}`}
        viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-10 w-full border-b border-line-strong max-md:order-last max-md:col-span-2"
      >
        {perWeek.map((count, at) => {
          const height = (count / most) * HEIGHT
          return (
            <rect
              key={weeks[at]}
              x={at * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              className="fill-accent"
            />
          )
        })}
      </svg>
      <Button variant="quiet" className="print:hidden" aria-label={`Stop comparing ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  )
}
