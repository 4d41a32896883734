import { CircleCheck, CircleX, Download } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { FILE_UNREADABLE } from '#domain/companies/files.ts'
import type { ImportCounts } from '#domain/companies/import/imports.ts'
import { ApiError } from '../../../api/api-error.ts'
import { paths } from '../../../paths.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/panel.tsx'
import { companyCount, leftOut, uploadProblem } from '../messages.ts'
import { formatNumber } from '../../../ui/text.ts'
import { DownloadTemplateButton, StepHeading } from './file-drop.tsx'
import { saveFile } from '../../../ui/copy-and-save.tsx'
import { positionCount } from './plan-rows.ts'
import { useSkippedRows, type ImportRules, type SkippedUpload } from './queries.ts'

type Success = { counts: ImportCounts; note: string | null; onAnother: () => void; children: ReactNode }

/** The progress bar reaches 100 percent only once the server has confirmed the import. */
export function UploadSuccess({ counts, note, onAnother, children }: Success) {
  const id = useId()
  const { new: added, changed, positions } = counts
  return (
    <div className="mt-6 grid gap-4 border-y border-line py-10">
      <Progress value={100} label="Upload" />
      <div className="grid justify-items-center gap-3 px-4 pt-4 text-center">
        <CircleCheck aria-hidden className="size-8 text-good" strokeWidth={1.5} />
        <StepHeading describedBy={id}>Upload Successful!</StepHeading>
        <div id={id} className="text-muted">
          <p>{companyCount(added)} added to your portfolio.</p>
          {changed > 0 && <p>{companyCount(changed)} updated.</p>}
          {positions > 0 && <p>{positionCount(positions)} added.</p>}
          <p className="empty:hidden">{leftOut(counts)}</p>
          {note && <p className="break-words">{note}</p>}
        </div>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <Button onClick={onAnother}>Upload Another File</Button>
          <LinkButton variant="primary" to={paths.investments}>
            View Companies
          </LinkButton>
        </div>
        <div className="flex flex-wrap justify-center gap-3 empty:hidden">{children}</div>
      </div>
    </div>
  )
}

type Failure = { error: Error; onRetry: () => void; children?: ReactNode }

export function UploadFailure({ error, onRetry, children }: Failure) {
  const id = useId()
  const isOurs =
    error instanceof ApiError && (error.code === null || (error.status >= 500 && error.code !== 'unavailable'))
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
        <Button variant="primary" onClick={onRetry}>
          Try Again
        </Button>
        <DownloadTemplateButton />
        {children}
      </div>
    </div>
  )
}

type Props = { fileName: string; shown: { sent: number; done: number; total: number; percent: number } }

export function Uploading({ fileName, shown: { sent, done, total, percent } }: Props) {
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 border-y border-line py-10">
      <div className="flex items-baseline justify-between gap-4">
        <StepHeading className="min-w-0 break-words">Uploading {fileName}</StepHeading>
        <span aria-hidden className="flex-none text-lg tabular-nums">
          {percent}%
        </span>
      </div>
      <Progress value={percent} label="Upload" />
      <p className="text-sm text-muted tabular-nums">
        {total > 0
          ? `${formatNumber(done)} of ${formatNumber(total)} rows`
          : sent < 1
            ? 'Sending the file'
            : 'Reading the file'}
        {' · '}You can leave this page; we will notify you when it is done.
      </p>
    </div>
  )
}

type SkippedRowsProps = Partial<SkippedUpload> & { rules: ImportRules; file: File; rows?: string }

export function SkippedRowsButton({ rules, file, update = true, choice, rows }: SkippedRowsProps) {
  const { mutate, isPending } = useSkippedRows(rules)
  const save = (text: string) => saveFile(new Blob([withMark(text)], { type: 'text/csv' }), fileName(file))
  return (
    <Button
      busy={isPending}
      onClick={() => (rows === undefined ? mutate({ file, update, choice }, { onSuccess: save }) : save(rows))}
    >
      {!isPending && <Download aria-hidden />}
      Download Skipped Rows
    </Button>
  )
}

/** The browser strips the byte order mark, but spreadsheets need it. */
const withMark = (text: string) => `\uFEFF${text.replace(/^\uFEFF/, '')}`

const fileName = ({ name }: File) => `${name.replace(/\.[^.]*$/, '')}-skipped-rows.csv`
