import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { MorningEvent } from '#domain/news/morning/morning.ts'
import { paths } from '../../../paths.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { onRowKey } from '../../../ui/shortcuts.ts'
import { dayText } from '../reading/event-row.tsx'
import { FULLY, useOnScreen } from '../reading/on-screen.ts'
import { useMarkRead } from '../reading/queries.ts'
import { monthAndDay } from './day-line.ts'
import { EventHead } from './event-head.tsx'
import { EventSources } from './event-sources.tsx'
import { EventStake } from './event-stake.tsx'
import { partsOf, withoutBreaks } from './sentence.ts'
import { useCopy } from './use-copy.ts'
import { useRead } from './use-reading.ts'

const NotMineDialog = lazyComponent(() => import('../stories/exclusion-dialog.tsx'), 'NotMineDialog')

const EventMenu = lazyComponent(() => import('./event-menu.tsx'), 'EventMenu')

const SWIPE_PX = 60

type Props = { event: MorningEvent; now: Date }

export function EventArticle({ event, now }: Props) {
  const { companyId, companyName, kind, date, precision, sentence, corrects } = event
  const { isUnread, read, toggle } = useRead()
  const markRead = useMarkRead()
  const copy = useCopy()
  const [isAsking, setAsking] = useState(false)
  const ref = useOnScreen<HTMLElement>(event.isNew, () => markRead([event]), FULLY)
  const notMine = () => setAsking(true)
  useRowActions(ref, { u: () => toggle(event), c: () => copy(event), x: notMine })
  const swipe = useSwipeLeft(() => toggle(event))
  const [before, name, after] = partsOf(event)
  const day = dayText(date, now, precision === 'day' ? 'UTC' : undefined)
  return (
    <li className="border-t border-line first:border-t-0 hover:relative hover:z-1">
      <article
        ref={ref}
        data-row
        aria-label={[kind, companyName, day].join(', ')}
        {...swipe}
        onClickCapture={({ target }) => opensSomething(target) && read(event)}
        onAuxClick={({ target }) => opensSomething(target) && read(event)}
        className={ROW}
      >
        <EventHead event={event} isUnread={isUnread(event)} now={now} />
        <div className="min-w-0">
          <h3 className="max-w-[62ch] text-base/[1.42] font-normal tracking-normal text-pretty wrap-anywhere @min-[860px]:text-lg/[1.42]">
            <Link to={paths.company(companyId)} className="rounded-sm">
              {before}
              <b className="font-semibold">{name}</b>
              {withoutBreaks(after)}
            </Link>
          </h3>
          {corrects && (
            <p className="mt-0.5 text-sm wrap-anywhere text-muted">
              Corrects “{corrects.title}” ({[corrects.outlet, monthAndDay(corrects.date)].join(', ')})
            </p>
          )}
        </div>
        <EventStake event={event} />
        <EventSources event={event} />
        <EventMenu event={event} now={now} onCopy={() => copy(event)} onNotMine={notMine} />
      </article>
      {isAsking && (
        <NotMineDialog
          companyId={companyId}
          story={{ id: event.id, title: sentence }}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

/** On a wide list, what the pointer or the focus is on lies on a card that reaches beyond the column. */
const ROW =
  'group relative isolate py-2.5 @min-[860px]:grid @min-[860px]:grid-cols-[6rem_minmax(0,1fr)_15.5rem] ' +
  '@min-[860px]:grid-rows-[auto_1fr] @min-[860px]:gap-x-6 @min-[860px]:py-3 touch-pan-y ' +
  'before:absolute before:inset-y-0 before:-right-13 before:-left-7 before:-z-1 before:hidden before:rounded-lg ' +
  'before:bg-surface before:ring-1 before:ring-line ' +
  '@min-[860px]:hover:before:block @min-[860px]:focus-within:before:block'

const opensSomething = (target: EventTarget) => target instanceof Element && target.closest('a') !== null

type Actions = Record<'u' | 'c' | 'x', () => void>

function useRowActions(ref: RefObject<HTMLElement | null>, actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const controls: Record<string, string> = { s: '[data-sources] a', '.': '[aria-haspopup=menu]' }
    return onRowKey(row, (key) => {
      if (key === 'u' || key === 'c' || key === 'x') latest.current[key]()
      else if (controls[key]) row.querySelector<HTMLElement>(controls[key])?.click()
    })
  }, [ref])
}

/** By touch only; a mouse that moves left selects text. */
function useSwipeLeft(act: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      start.current = pointerType === 'touch' ? { x, y } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const from = start.current
      start.current = null
      if (from && from.x - clientX > SWIPE_PX && Math.abs(clientY - from.y) < SWIPE_PX / 2) act()
    },
  }
}
