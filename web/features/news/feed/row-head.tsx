import { ChevronUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import { coverageText } from '#domain/news/coverage-text.ts'
import type { MutedCompany } from '#domain/news/new-stories.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { paths } from '../../../paths.ts'
import { Button, cx } from '../../../ui/button.tsx'
import { useLinkHandlers } from '../../../ui/link-handlers.ts'
import { CompanyLogo } from '../../companies/logo/company-logo.tsx'
import { StatusDot } from '../coverage/status-dot.tsx'
import { BAD_LABELS } from '../reading/event-row.tsx'
import type { Entry } from './arrange-rows.ts'
import { CardMenu } from './card-menu.tsx'
import { latestDay, type LineText } from './line-text.ts'

type Props = {
  entry: Entry
  look: 'line' | 'half' | 'card'
  isOpen: boolean
  coverage: CoverageSummary | undefined
  muted: MutedCompany | undefined
  now: Date
  isRefreshing: boolean
  onFold: (isOpen: boolean) => void
  onRefresh: (companyId: number) => void
}

const GRIDS = {
  line: cx(
    'min-h-14 grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3 py-1.5',
    'lg:h-10 lg:min-h-0 lg:grid-cols-[1.5rem_10.25rem_6.25rem_minmax(0,1fr)_auto] lg:py-0',
  ),
  half: 'h-11 grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3 lg:h-9',
  card: 'grid-cols-[3rem_minmax(0,1fr)_auto] gap-x-4 pt-5 pb-3',
}

const NAMES = {
  line: 'truncate text-base leading-snug',
  half: 'truncate font-sans text-sm font-medium tracking-normal',
  card: 'text-xl break-words',
}

/** One link whether folded or not, so that it keeps the focus. */
export function RowHead({ entry, look, isOpen, onFold, ...rest }: Props) {
  const { company, row, text } = entry
  const { id, name } = company
  const shape = isOpen ? 'card' : look
  const unfolds = !isOpen && row !== null
  const handlers = useLinkHandlers()
  const unfold = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onFold(true)
  }
  const fold = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest('article')?.querySelector<HTMLElement>('h3 a')?.focus()
    onFold(false)
  }
  return (
    <header className={cx('relative grid items-center', GRIDS[shape])}>
      <span className={cx('grid', isOpen && 'row-span-2')}>
        <CompanyLogo company={company} size={isOpen ? 'card' : 'mini'} />
      </span>
      <h3 className={cx('min-w-0', NAMES[shape])}>
        <a
          href={paths.company(id)}
          {...(unfolds ? { 'aria-expanded': false, onClick: unfold } : handlers)}
          className={cx('rounded-sm underline-offset-4 hover:underline', !isOpen && 'after:absolute after:inset-0')}
        >
          {name}
        </a>
      </h3>
      {shape === 'line' && text && <Phrase text={text} />}
      <Status entry={entry} shape={shape} {...rest} />
      {isOpen && row && (
        <div className="col-start-3 row-span-2 row-start-1 -mr-2.5 flex self-start">
          <CardMenu row={row} {...rest} />
          {look !== 'card' && (
            <Button variant="quiet" size="icon" aria-expanded aria-label={`Fold ${name}`} onClick={fold}>
              <ChevronUp aria-hidden />
            </Button>
          )}
        </div>
      )}
    </header>
  )
}

function Phrase({ text: { kind, short } }: { text: LineText }) {
  return (
    <p
      className={cx(
        'flex min-w-0 items-baseline gap-x-2 lg:contents',
        'max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2',
      )}
    >
      <span className={cx('text-sm font-medium lg:truncate', BAD_LABELS.has(kind) ? 'text-bad' : 'text-accent')}>
        {kind}
      </span>
      <span className="min-w-0 truncate first-letter:uppercase" title={short}>
        {short}
      </span>
    </p>
  )
}

type StatusProps = Pick<Props, 'entry' | 'coverage' | 'now'> & { shape: keyof typeof GRIDS }

function Status({ entry: { row, text }, coverage, now, shape }: StatusProps) {
  const date = text?.date ?? row?.latestNews?.publishedAt
  const [what, when] = date
    ? ['Latest Update • ', latestDay(date, now)]
    : coverage?.state === 'checking'
      ? ['', 'Reading…']
      : ['No news yet • ', `Added ${shortDate(row?.createdAt)}`]
  const checked = coverage ? coverageText(coverage, now).text : ''
  const details = [dateAndTime(date ?? row?.createdAt), checked].filter(Boolean).join('. ')
  return (
    <p
      className={cx(
        'flex items-center gap-2 text-sm text-muted tabular-nums',
        shape === 'card' ? 'col-start-2' : 'whitespace-nowrap',
        shape === 'line' && 'max-lg:col-start-3 max-lg:row-start-1',
      )}
    >
      {/* Above the link that covers the line, for the tooltip. */}
      <span title={details} className="relative z-1 -m-1.5 grid p-1.5">
        <StatusDot tone={date ? 'good' : 'quiet'} />
      </span>
      <span>
        {shape === 'card' ? what : <span className="max-sm:sr-only">{what}</span>}
        {when}
      </span>
    </p>
  )
}
