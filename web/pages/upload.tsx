import { useState } from 'react'
import { FileDrop } from '../companies/file-drop.tsx'
import { noFileOnPage } from '../companies/messages.ts'
import { useUploadCompanies } from '../companies/queries.ts'
import { TemplateFormat } from '../companies/template-format.tsx'
import { useUploadProgress } from '../companies/upload-progress.ts'
import { UploadFailure, UploadSuccess } from '../companies/upload-result.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { Progress } from '../ui/progress.tsx'
import { useToast } from '../ui/toast.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function UploadPage() {
  const [file, setFile] = useState<File | null>(null)
  const { mutate, reset, isPending, isSuccess, error, data } = useUploadCompanies()
  const { progress, report, restart } = useUploadProgress(isPending, isSuccess)
  const toast = useToast()
  usePageTitle('Bulk Upload')

  const upload = () => {
    if (!file) return toast(noFileOnPage)
    restart()
    mutate({ file, onProgress: report })
  }
  const another = () => {
    setFile(null)
    reset()
  }
  return (
    <Page narrow>
      <BackLink to={paths.investments}>Your Investments</BackLink>
      <PageHeading>Bulk Upload</PageHeading>
      <p className="mt-2 mb-7 max-w-[60ch] text-muted">
        Drop in the spreadsheet you already keep. The column{' '}
        <strong className="font-semibold text-ink">Company</strong> is required,{' '}
        <strong className="font-semibold text-ink">Website</strong> is optional.
      </p>
      {isPending ? (
        <div className="grid gap-4 border-y border-line py-12">
          <p className="flex justify-between gap-4 tabular-nums">
            <span className="min-w-0 truncate">Uploading {file?.name}</span>
            <span>{Math.round(progress)}%</span>
          </p>
          <Progress value={progress} label="Upload" />
        </div>
      ) : isSuccess ? (
        <UploadSuccess count={data.length} onAnother={another} />
      ) : error ? (
        <UploadFailure error={error} onRetry={reset} />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <FileDrop
            file={file}
            onFile={setFile}
            invitation="Drag and drop your file here, or browse"
            hint="CSV, XLSX or XLS, up to 5MB"
          />
          <TemplateFormat />
          <div className="flex justify-end gap-3 max-sm:grid max-sm:grid-cols-2 max-sm:*:px-2">
            <LinkButton to={paths.investments}>Cancel</LinkButton>
            <Button look="primary" onClick={upload}>
              Upload Companies
            </Button>
          </div>
        </div>
      )}
    </Page>
  )
}
