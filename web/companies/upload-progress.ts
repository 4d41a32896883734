import { useEffect, useRef, useState } from 'react'

// Spec section 9: "every 200 ms, up to 10 points, capped at 90"; here it follows what has really been done.
const TICK_MS = 200
const STEP = 10
const CAP = 90
// Sending the file is the first part of the way, writing its rows the longer rest.
const SENT_POINTS = 40

type Reached = { sent: number; done: number; total: number }

const NOTHING: Reached = { sent: 0, done: 0, total: 0 }

/** How many of the 90 points have been earned by bytes sent and rows written. */
export const pointsOf = ({ sent, done, total }: Reached) =>
  SENT_POINTS * sent + (total > 0 ? (CAP - SENT_POINTS) * (done / total) : 0)

/** The next value to draw: never less than before, never more than a step ahead of it. */
export const nextProgress = (shown: number, points: number) =>
  Math.min(CAP, shown + STEP, Math.max(shown, Math.floor(points)))

/** What to draw while an upload runs. The hundred is drawn by whoever shows that the server has said yes. */
export function useUploadProgress(running: boolean) {
  const reached = useRef(NOTHING)
  const [shown, setShown] = useState({ ...NOTHING, percent: 0 })
  useEffect(() => {
    if (!running) return
    const timer = setInterval(
      () =>
        setShown(({ percent }) => ({
          ...reached.current,
          percent: nextProgress(percent, pointsOf(reached.current)),
        })),
      TICK_MS,
    )
    return () => clearInterval(timer)
  }, [running])
  return {
    shown,
    onSent: (sent: number) => {
      reached.current = { ...reached.current, sent }
    },
    onRows: (rows: { done: number; total: number }) => {
      reached.current = { ...rows, sent: 1 }
    },
    restart: () => {
      reached.current = NOTHING
      setShown({ ...NOTHING, percent: 0 })
    },
  }
}
