import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Company } from '#domain/companies/company.ts'
import { shortDate } from '#domain/time.ts'
import { Button } from '../../../ui/button.tsx'
import { WebsiteLink } from '../../../ui/external-link.tsx'
import { CompanyLogo } from '../../companies/logo/company-logo.tsx'
import { summaryQuery } from '../queries.ts'
import { CompanyMenu } from './company-menu.tsx'

type Props = { company: Company; onEdit: () => void; onReachEdit: () => void; onRemove: () => void }

export function CompanyHead({ company, onEdit, onReachEdit, onRemove }: Props) {
  const { data: summary } = useQuery(summaryQuery)
  const muted = summary?.muted.find(({ companyId }) => companyId === company.id)
  const { name, website, category, stage, investmentDate, createdAt, sample } = company
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-3 border-b border-line-strong pb-5 md:items-center">
      <CompanyLogo company={company} size="page" />
      <div className="min-w-0 flex-1 basis-60">
        <h1 tabIndex={-1} className="text-xl wrap-anywhere outline-none md:text-2xl">
          {name}
        </h1>
        <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm leading-6 text-muted tabular-nums">
          {website ? (
            <Detail name="Website">
              <WebsiteLink website={website} className="underline decoration-line-strong" />
            </Detail>
          ) : (
            !sample && (
              <Detail name="Website">
                <button
                  type="button"
                  className="cursor-pointer rounded-sm text-accent underline underline-offset-3 pointer-coarse:py-2"
                  onClick={onEdit}
                >
                  Add its website to find more news
                </button>
              </Detail>
            )
          )}
          {category && <Detail name="Category">{category}</Detail>}
          {stage && <Detail name="Stage">{stage}</Detail>}
          {investmentDate && (
            <Detail name="Invested" isNamed>
              {shortDate(investmentDate, 'UTC')}
            </Detail>
          )}
          <Detail name="Added" isNamed>
            {shortDate(createdAt)}
          </Detail>
          {muted && <Detail name="Muted">{muted.until ? `Muted until ${shortDate(muted.until)}` : 'Muted'}</Detail>}
        </dl>
        {sample && <p className="text-sm text-muted">Sample company. It is fictional.</p>}
      </div>
      <div className="flex gap-1 print:hidden max-sm:w-full sm:-mr-2.5">
        <Button aria-keyshortcuts="e" onClick={onEdit} onFocus={onReachEdit} onPointerEnter={onReachEdit}>
          Edit
        </Button>
        <Button variant="quiet" aria-keyshortcuts="#" onClick={onRemove}>
          Remove
        </Button>
        <CompanyMenu company={company} muted={muted} />
      </div>
    </div>
  )
}

type DetailProps = { name: string; isNamed?: boolean; children: ReactNode }

/** What speaks for itself is named for screen readers only. */
const Detail = ({ name, isNamed = false, children }: DetailProps) => (
  <div className="flex min-w-0 gap-1">
    <dt className={isNamed ? undefined : 'sr-only'}>{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)
