import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { FileDrop } from './file-drop.tsx'
import { handOver } from './import/handed-file.ts'
import { PlanSummary } from './import/plan-summary.tsx'
import { useCheckFile, useCommitImport } from './import/queries.ts'
import { noFileInDialog } from './messages.ts'
import { TemplateFormat } from './template-format.tsx'

const RULES = { strict: true }

export function BulkUploadForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const { check, cancel, plan, error, isChecking } = useCheckFile(RULES)
  const { mutate, isPending } = useCommitImport(RULES, { undoInToast: true })
  const navigate = useNavigate()
  const toast = useToast()

  const choose = (chosen: File) => {
    setFile(chosen)
    check({ file: chosen })
  }
  const upload = () => {
    if (!file) return toast(noFileInDialog)
    cancel()
    mutate(
      { file },
      {
        onSuccess: () => {
          setFile(null)
          onDone()
        },
      },
    )
  }
  const seeRows = () => {
    handOver(file)
    onDone()
    void navigate({ to: paths.upload })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FileDrop
        file={file}
        onFile={choose}
        disabled={isPending}
        invitation="Drag and drop your file here"
        hint="Supported formats: CSV, XLSX (Max 5MB)"
      />
      <PlanSummary plan={plan} error={error} isChecking={isChecking} onSeeRows={seeRows} />
      <TemplateFormat />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" disabled={!file} busy={isPending} onClick={upload}>
          {isPending ? 'Uploading...' : 'Upload Companies'}
        </Button>
      </DialogActions>
    </div>
  )
}
