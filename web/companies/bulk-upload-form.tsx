import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { FileDrop } from './file-drop.tsx'
import { noFileInDialog } from './messages.ts'
import { useUploadCompanies } from './queries.ts'
import { TemplateFormat } from './template-format.tsx'

export function BulkUploadForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const { mutate, isPending } = useUploadCompanies()
  const toast = useToast()
  const upload = () => {
    if (!file) return toast(noFileInDialog)
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
  return (
    <div className="grid gap-5">
      <FileDrop
        file={file}
        onFile={setFile}
        invitation="Drag and drop your file here"
        hint="Supported formats: CSV, XLSX (Max 5MB)"
      />
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
