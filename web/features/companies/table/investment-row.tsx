import type { Company } from '#domain/companies/company.ts'
import { Checkbox } from '../../../ui/forms/controls.tsx'
import { cx } from '../../../ui/button.tsx'
import { CompanyLogo } from '../logo/company-logo.tsx'
import { isOnItsWay } from '../queries.ts'
import { SampleMark } from '../sample-portfolio.tsx'
import { hostOf, webAddress } from '../../../ui/text.ts'
import { WebsiteLink } from '../../../ui/external-link.tsx'
import { Invested } from './invested.tsx'
import type { Column } from './table-view.ts'
import { CompanyName, type CompanyLink } from './row-window.tsx'

type Props = {
  company: Company
  index: number
  columns: Column[]
  invested: string[] | undefined
  isChosen: boolean
  onToggle: (index: number, isRange: boolean) => void
  link: CompanyLink
}

export function InvestmentRow({ company, index, columns, invested, isChosen, onToggle, link }: Props) {
  const waiting = isOnItsWay(company)
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      className={cx('h-[4.0625rem] border-b border-line', isChosen && 'bg-accent-soft')}
    >
      <td className="p-0 align-middle">
        {!waiting && (
          <Checkbox
            label={`Select ${company.name}`}
            checked={isChosen}
            onChange={({ nativeEvent }) => onToggle(index, 'shiftKey' in nativeEvent && Boolean(nativeEvent.shiftKey))}
          />
        )}
      </td>
      <td className="pr-4">
        <div className="flex min-w-0 items-center gap-3">
          <CompanyLogo company={company} size="row" />
          <div className="grid min-w-0">
            <div className="flex min-w-0 items-center gap-2">
              <CompanyName
                company={company}
                link={link}
                title={company.name}
                className="truncate text-lg -outline-offset-2"
              />
              {company.sample && <SampleMark />}
            </div>
            <p className="truncate text-sm text-muted empty:hidden md:hidden">
              {waiting ? 'Adding...' : <SecondLine company={company} columns={columns} invested={invested} />}
            </p>
          </div>
        </div>
      </td>
      {columns.map((column) => (
        <td
          key={column}
          className={cx('truncate pr-4 text-sm tabular-nums max-md:hidden', column === 'amount' && 'text-right')}
        >
          {column === 'website' && company.website ? (
            <WebsiteLink website={company.website} className="text-muted" />
          ) : column === 'amount' && invested ? (
            <Invested texts={invested} />
          ) : (
            textOf(company, column) || <span className="text-faint">—</span>
          )}
        </td>
      ))}
    </tr>
  )
}

/** Shown on a phone. The invested amount comes first, so that it's never cut off. */
function SecondLine({ company, columns, invested }: Pick<Props, 'company' | 'columns' | 'invested'>) {
  const details = columns.filter((column) => column !== 'website').map((column) => textOf(company, column))
  const text = details.filter(Boolean).join(' · ')
  if (!invested || !columns.includes('amount')) return text || textOf(company, 'website')
  const shown = invested.length > 2 ? [invested[0], `${invested.length - 1} more`] : invested
  return (
    <>
      <span className="text-ink tabular-nums">{shown.join(' + ')}</span>
      {text && ` · ${text}`}
    </>
  )
}

// Shared because creating a formatter is slower than rendering a row.
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
// An investment date is a calendar day, the same in every time zone.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function textOf({ website, category, stage, investmentDate, createdAt }: Company, column: Column): string {
  if (column === 'amount') return ''
  const url = website ? webAddress(website) : null
  if (column === 'website') return url ? hostOf(url) : ''
  if (column === 'category') return category ?? ''
  if (column === 'stage') return stage ?? ''
  if (column === 'invested') return investmentDate ? day.format(new Date(investmentDate)) : ''
  return moment.format(new Date(createdAt))
}
