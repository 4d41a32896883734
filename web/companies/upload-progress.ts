import { useEffect, useState } from 'react'

// Spec section 9: "every 200 ms, up to 10 points, capped at 90"; here it follows the bytes that have really gone.
export const TICK_MS = 200
const STEP = 10
const CAP = 90

export const nextProgress = (shown: number, realShare: number) =>
  Math.min(CAP, shown + STEP, Math.max(shown, Math.floor(realShare * 100)))

/** The bar's value while an upload runs; 100 only when the server has said yes. */
export function useUploadProgress(running: boolean, succeeded: boolean) {
  const [share, setShare] = useState(0)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setShown((value) => nextProgress(value, share)), TICK_MS)
    return () => clearInterval(timer)
  }, [running, share])
  const restart = () => {
    setShare(0)
    setShown(0)
  }
  return { progress: succeeded ? 100 : shown, report: setShare, restart }
}
