import { CircleCheck, CircleX } from 'lucide-react'
import { ApiError } from '../api/api-error.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Status } from '../ui/status.tsx'
import { companyCount, UPLOAD_ERROR } from './messages.ts'
import { DownloadTemplateButton } from './template-format.tsx'

const frame = 'grid justify-items-center gap-3 border-y border-line px-4 py-12 text-center'

export function UploadSuccess({ count, onAnother }: { count: number; onAnother: () => void }) {
  return (
    <Status className={frame}>
      <CircleCheck aria-hidden className="size-8 text-good" strokeWidth={1.5} />
      <h2 className="text-xl">Upload Successful!</h2>
      <p className="text-muted">{companyCount(count)} added to your portfolio.</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button onClick={onAnother}>Upload Another File</Button>
        <LinkButton look="primary" to={paths.investments}>
          View Companies
        </LinkButton>
      </div>
    </Status>
  )
}

/** The server's sentence about the file when it gave one, besides the general text. */
export function UploadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const reason = error instanceof ApiError && error.code !== null && error.status < 500 ? error.reason : null
  return (
    <div role="alert" className={frame}>
      <CircleX aria-hidden className="size-8 text-bad" strokeWidth={1.5} />
      <h2 className="text-xl">Upload Failed</h2>
      {reason && <p className="max-w-[60ch] font-medium text-balance">{reason}</p>}
      <p className="max-w-[60ch] text-balance text-muted">{UPLOAD_ERROR}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button look="primary" onClick={onRetry}>
          Try Again
        </Button>
        <DownloadTemplateButton />
      </div>
    </div>
  )
}
