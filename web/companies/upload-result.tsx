import { CircleCheck, CircleX } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { FILE_UNREADABLE } from '#domain/companies/files.ts'
import type { ImportCounts } from '#domain/companies/imports.ts'
import { ApiError } from '../api/api-error.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Progress } from '../ui/progress.tsx'
import { StepHeading } from './import/step-heading.tsx'
import { companyCount, leftOut, uploadProblem } from './messages.ts'
import { DownloadTemplateButton } from './template-format.tsx'

type Success = { counts: ImportCounts; note: string | null; onAnother: () => void; children: ReactNode }

/** The hundredth percent is drawn here, because only the server's yes leads here. */
export function UploadSuccess({ counts, note, onAnother, children }: Success) {
  const id = useId()
  const { new: added, changed } = counts
  return (
    <div className="mt-6 grid gap-4 border-y border-line py-10">
      <Progress value={100} label="Upload" />
      <div className="grid justify-items-center gap-3 px-4 pt-4 text-center">
        <CircleCheck aria-hidden className="size-8 text-good" strokeWidth={1.5} />
        <StepHeading describedBy={id}>Upload Successful!</StepHeading>
        <div id={id} className="text-muted">
          <p>{companyCount(added)} added to your portfolio.</p>
          {changed > 0 && <p>{companyCount(changed)} updated.</p>}
          <p className="empty:hidden">{leftOut(counts)}</p>
          {note && <p className="break-words">{note}</p>}
        </div>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <Button onClick={onAnother}>Upload Another File</Button>
          <LinkButton look="primary" to={paths.investments}>
            View Companies
          </LinkButton>
        </div>
        <div className="flex flex-wrap justify-center gap-3 empty:hidden">{children}</div>
      </div>
    </div>
  )
}

type Failure = { error: Error; onRetry: () => void; children?: ReactNode }

/** The server's sentence about the file when it gave one, besides the general text. */
export function UploadFailure({ error, onRetry, children }: Failure) {
  const id = useId()
  const isOurs =
    error instanceof ApiError &&
    (error.code === null || (error.status >= 500 && error.code !== 'unavailable'))
  const reason = isOurs ? FILE_UNREADABLE : uploadProblem(error)
  return (
    <div className="mt-6 grid justify-items-center gap-3 border-t border-line px-4 pt-12 pb-4 text-center">
      <CircleX aria-hidden className="size-8 text-bad" strokeWidth={1.5} />
      <StepHeading describedBy={id}>Upload Failed</StepHeading>
      <div id={id} className="grid max-w-[60ch] gap-3 text-balance">
        {reason !== FILE_UNREADABLE && <p className="font-medium break-words">{reason}</p>}
        <p className="text-muted">{FILE_UNREADABLE}</p>
      </div>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button look="primary" onClick={onRetry}>
          Try Again
        </Button>
        <DownloadTemplateButton />
        {children}
      </div>
    </div>
  )
}
