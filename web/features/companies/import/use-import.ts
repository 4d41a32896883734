import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { noFileOnPage, uploadFailed } from '../messages.ts'
import { questionIn } from './reading-question.tsx'
import { handedFile, handOver } from './handed-file.ts'
import { hasSkippedRows, hasSomethingToImport, rowChoice, type Ticks } from './plan-rows.ts'
import { useCheckFile, useCommitImport, type ImportRules, type ReadingChoice } from './queries.ts'

export function useImport(rules: ImportRules) {
  const [file, setFile] = useState<File | null>(handedFile)
  const [update, setUpdate] = useState(true)
  const [choice, setChoice] = useState<ReadingChoice>({})
  const [ticks, setTicks] = useState<Ticks>(new Set())
  const [sent, setSent] = useState(0)
  const [again, setAgain] = useState(false)
  const isUploadWanted = useRef(false)
  const toast = useToast()
  const { check, cancel, plan, error: checkError, isChecking } = useCheckFile(rules)
  const { mutate: commit, reset, data: result, error, isPending: isUploading } = useCommitImport(rules)
  const { shown, onSent, onRows, restart } = useUploadProgress(isUploading)

  const chosenRows = plan ? { ...choice, ...rowChoice(plan, ticks) } : choice
  const write = (chosen: File, mayUpdate: boolean, keepSkipped: boolean) => {
    restart()
    commit({ file: chosen, update: mayUpdate, choice: chosenRows, keepSkipped, onSent, onRows })
  }
  const checkFile = (chosen: File, reading: ReadingChoice = {}, hasSameRows = false) => {
    setFile(chosen)
    setSent(0)
    setChoice(reading)
    if (!hasSameRows) {
      setUpdate(true)
      setTicks(new Set())
    }
    check(
      { file: chosen, choice: reading, onProgress: setSent },
      {
        onSuccess: (report) => {
          if (isUploadWanted.current && hasSomethingToImport(report)) write(chosen, true, hasSkippedRows(report))
        },
        onError: (problem) => {
          if (!questionIn(problem)) toast(uploadFailed(problem))
        },
      },
    )
  }
  const checkHandedFile = useEffectEvent(() => {
    const given = handedFile()
    handOver(null)
    if (given) checkFile(given)
  })
  useEffect(() => {
    // Deferred so that Strict Mode's extra mount in development doesn't consume the file.
    const timer = setTimeout(checkHandedFile)
    return () => clearTimeout(timer)
  }, [])

  return {
    file,
    sent: isChecking ? sent : null,
    plan,
    update,
    setUpdate,
    choice: chosenRows,
    reading: choice,
    ticks,
    setTicks,
    readAgain: (reading: ReadingChoice) => {
      const next = { ...choice, ...reading }
      if (file)
        checkFile(
          file,
          next,
          DECIDE_ROWS.every((part) => next[part] === choice[part]),
        )
    },
    isUploading,
    shown,
    result,
    error: error ?? checkError,
    again,
    choose: (chosen: File) => {
      isUploadWanted.current = false
      checkFile(chosen)
    },
    upload: () => {
      if (!file) return toast(noFileOnPage)
      if (plan) return write(file, update, hasSkippedRows(plan))
      isUploadWanted.current = true
      if (!isChecking) checkFile(file)
    },
    startOver: (kept: File | null) => {
      setFile(kept)
      setAgain(true)
      cancel()
      reset()
    },
  }
}

/** Without a change to these, the user's choice of rows still applies. */
const DECIDE_ROWS = ['sheets', 'headerRow', 'turned', 'unsure', 'map'] as const

// The bar moves in small steps toward the real progress, so that it never jumps.
const TICK_MS = 200
const STEP = 10
const CAP = 90
// Uploading the file fills the first part of the bar; writing its rows, which takes longer, fills the rest.
const SENT_POINTS = 40

type Reached = { sent: number; done: number; total: number }

const NOTHING: Reached = { sent: 0, done: 0, total: 0 }

export const pointsOf = ({ sent, done, total }: Reached) =>
  SENT_POINTS * sent + (total > 0 ? (CAP - SENT_POINTS) * (done / total) : 0)

export const nextProgress = (shown: number, points: number) =>
  Math.min(CAP, shown + STEP, Math.max(shown, Math.floor(points)))

function useUploadProgress(running: boolean) {
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
