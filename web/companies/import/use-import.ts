import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useToast } from '../../ui/toast.tsx'
import { noFileOnPage, uploadFailed } from '../messages.ts'
import { useUploadProgress } from '../upload-progress.ts'
import { handedFile, handOver } from './handed-file.ts'
import { hasSkippedRows, hasSomethingToImport } from './plan-lines.ts'
import { useCheckFile, useCommitImport, type ImportRules } from './queries.ts'

/** The page's way from a file to its plan, and from the plan to the companies. */
export function useImport(rules: ImportRules) {
  const [file, setFile] = useState<File | null>(handedFile)
  const [update, setUpdate] = useState(true)
  const [sent, setSent] = useState(0)
  const [again, setAgain] = useState(false)
  const isUploadWanted = useRef(false)
  const toast = useToast()
  const { check, cancel, plan, error: checkError, isChecking } = useCheckFile(rules)
  const { mutate: commit, reset, data: result, error, isPending: isUploading } = useCommitImport(rules)
  const { shown, onSent, onRows, restart } = useUploadProgress(isUploading)

  const write = (chosen: File, mayUpdate: boolean, keepSkipped: boolean) => {
    restart()
    commit({ file: chosen, update: mayUpdate, keepSkipped, onSent, onRows })
  }
  const look = (chosen: File) => {
    setFile(chosen)
    setSent(0)
    setUpdate(true)
    check(
      { file: chosen, onProgress: setSent },
      {
        onSuccess: (told) => {
          if (isUploadWanted.current && hasSomethingToImport(told)) write(chosen, true, hasSkippedRows(told))
        },
        onError: (problem) => toast(uploadFailed(problem)),
      },
    )
  }
  const lookAtHanded = useEffectEvent(() => {
    const given = handedFile()
    handOver(null)
    if (given) look(given)
  })
  useEffect(() => {
    // A mount that is undone at once, as in development, must not use the file up.
    const timer = setTimeout(lookAtHanded)
    return () => clearTimeout(timer)
  }, [])

  return {
    file,
    /** How much of the file has been sent to be looked at; null when it is not being looked at. */
    sent: isChecking ? sent : null,
    plan,
    update,
    setUpdate,
    isUploading,
    shown,
    result,
    error: error ?? checkError,
    /** Whether the first step stands here for a second time. */
    again,
    choose: (chosen: File) => {
      isUploadWanted.current = false
      look(chosen)
    },
    /** Before the plan is there, the wish is kept until it is. */
    upload: () => {
      if (!file) return toast(noFileOnPage)
      if (plan) return write(file, update, hasSkippedRows(plan))
      isUploadWanted.current = true
      if (!isChecking) look(file)
    },
    startOver: (kept: File | null) => {
      setFile(kept)
      setAgain(true)
      cancel()
      reset()
    },
  }
}
