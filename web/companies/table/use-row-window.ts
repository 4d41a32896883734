import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/** So many rows are simply drawn. */
const PLAIN_ROWS = 60
const FIRST_ROWS = 40
/** Height of every row of a long table, as in the rows' `h-[4.0625rem]`: places are known without measuring. */
const ROW_REM = 4.0625
/** Rows drawn beyond the edges of the screen, and how many come and go at once. */
const OVERSCAN = 8
const STEP = 4
/** The next page is asked for when the window comes this near to the end of what is there. */
const AHEAD = 120

type More = { isThere: boolean; isFetching: boolean; hasFailed: boolean; fetch: () => unknown }

/** Which rows of a table are drawn while the page scrolls, and how much room those before and after them take. */
export function useRowWindow(count: number, more: More, body: RefObject<HTMLElement | null>) {
  const isLong = count > PLAIN_ROWS
  const [rowPx] = useState(() => ROW_REM * rootFontSize())
  const [first, setFirst] = useState(0)
  const [length, setLength] = useState(FIRST_ROWS)

  useLayoutEffect(() => {
    if (!isLong) return
    const look = () => {
      const above = -(body.current?.getBoundingClientRect().top ?? 0) / rowPx
      const nearest = Math.floor((above - OVERSCAN) / STEP) * STEP
      setFirst(Math.max(0, Math.min(nearest, count - STEP)))
      setLength(Math.ceil((innerHeight / rowPx + 2 * OVERSCAN) / STEP + 1) * STEP)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look, { passive: true })
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [isLong, count, rowPx, body])

  const start = isLong ? Math.min(first, count) : 0
  const end = isLong ? Math.min(start + length, count) : count

  const wanted = more.isThere && !more.isFetching && !more.hasFailed && end + AHEAD >= count
  const { fetch } = more
  useEffect(() => {
    if (wanted) fetch()
  }, [wanted, fetch])

  return { isLong, start, end, before: start * rowPx, after: (count - end) * rowPx }
}

const rootFontSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
