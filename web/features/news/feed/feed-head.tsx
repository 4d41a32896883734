import { RefreshCw, SlidersHorizontal } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button, cx, Status } from '../../../ui/button.tsx'

type Props = {
  count: ReactNode
  filters: { on: number; isOpen: boolean; onOpen: (isOpen: boolean) => void; onReach?: () => void }
  /** Set if anything is chosen or searched for. */
  onClear: (() => void) | null
  refresh: { label: string; isBusy: boolean; isReady: boolean; onRefresh: () => void }
  /** What a refresh does or did. */
  status: ReactNode
}

const ACTION = 'max-sm:size-11 max-sm:px-0'

export function FeedHead({ count, filters, onClear, refresh, status }: Props) {
  const opener = useRef<HTMLSpanElement>(null)
  const clear = () => {
    onClear?.()
    opener.current?.querySelector('button')?.focus()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 pb-2">
      <h2 id="news-title" className="text-lg">
        Latest News
      </h2>
      <Status className="min-w-0 truncate text-sm text-muted tabular-nums max-sm:flex-1">{count}</Status>
      <div className="min-w-0 max-sm:order-last max-sm:w-full sm:ml-auto">{status}</div>
      <div className="-mr-3.5 flex min-w-0 flex-wrap items-center justify-end gap-x-1 max-sm:ml-auto">
        <span ref={opener} className="contents">
          <Button
            variant="quiet"
            aria-expanded={filters.isOpen}
            aria-controls="news-filters"
            aria-keyshortcuts="f"
            onClick={() => filters.onOpen(!filters.isOpen)}
            onFocus={filters.onReach}
            onPointerEnter={filters.onReach}
            className={cx('aria-expanded:bg-sunk aria-expanded:text-ink', filters.on === 0 && ACTION)}
          >
            <SlidersHorizontal aria-hidden />
            <span className={cx(filters.on === 0 && 'max-sm:sr-only')}>
              {filters.on > 0 ? `Filters, ${filters.on} on` : 'Filters'}
            </span>
          </Button>
        </span>
        {onClear && (
          <Button variant="quiet" onClick={clear}>
            Clear
          </Button>
        )}
        <Button
          variant="quiet"
          disabled={!refresh.isReady}
          busy={refresh.isBusy}
          onClick={refresh.onRefresh}
          className={cx('max-w-full', ACTION)}
        >
          {!refresh.isBusy && <RefreshCw aria-hidden />}
          <span className="truncate max-sm:sr-only">{refresh.label}</span>
        </Button>
      </div>
    </div>
  )
}
