import { FileSpreadsheet, Download } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { ACCEPTED, hasAcceptedExtension, MAX_FILE_BYTES } from '#domain/companies/files.ts'
import { Button, cx, buttonClass, Status } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/panel.tsx'
import { useToast, type ToastMessage } from '../../../ui/overlays/toast.tsx'
import { fileTooLarge, folderDropped, invalidFileType, severalFiles } from '../messages.ts'
import { paths } from '../../../paths.ts'

type Props = {
  file: File | null
  onFile: (file: File) => void
  invitation: string
  hint: string
  disabled?: boolean
}

export function FileDrop({ file, onFile, invitation, hint, disabled = false }: Props) {
  const [draggedOver, setDraggedOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const toast = useToast()
  useEffect(keepPage, [])

  const choose = (chosen: File | undefined) => {
    if (!chosen || disabled) return
    const problem = fileProblem(chosen)
    if (problem) toast(problem)
    else onFile(chosen)
  }
  const over = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDraggedOver(true)
  }
  return (
    <div
      data-dragged-over={draggedOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        // Moving onto a child element doesn't count as leaving.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDraggedOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setDraggedOver(false)
        const problem = disabled ? null : dropProblem(event.dataTransfer)
        if (problem) toast(problem)
        else choose(event.dataTransfer.files[0])
      }}
      className={cx(
        'grid justify-items-center gap-3 rounded-md border border-dashed px-4 py-8 text-center transition-colors',
        draggedOver ? 'border-accent bg-accent-soft' : 'border-control-line',
      )}
    >
      <FileSpreadsheet aria-hidden className="size-7 text-muted" strokeWidth={1.5} />
      <p aria-live="polite" className="max-w-full font-medium break-words">
        {file ? file.name : invitation}
      </p>
      <Button disabled={disabled} onClick={() => picker.current?.click()}>
        Browse Files
      </Button>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        aria-label="Company file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <p className="text-sm text-muted">{hint}</p>
    </div>
  )
}

/** Without this, a file dropped outside the area would replace the page. */
function keepPage() {
  const refuse = (event: Event) => event.preventDefault()
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
  return () => {
    removeEventListener('dragover', refuse)
    removeEventListener('drop', refuse)
  }
}

export function fileProblem(file: Pick<File, 'name' | 'size'>): ToastMessage | null {
  if (!hasAcceptedExtension(file.name)) return invalidFileType(file.name)
  return file.size > MAX_FILE_BYTES ? fileTooLarge : null
}

function dropProblem({ files, items }: Pick<DataTransfer, 'files' | 'items'>): ToastMessage | null {
  if (files.length > 1) return severalFiles(files.length)
  return items[0]?.webkitGetAsEntry()?.isDirectory ? folderDropped : null
}

export function TemplateFormat() {
  return (
    <div className="rounded-md bg-sunk p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-semibold">Template Format</p>
        <a
          href={paths.template}
          download
          className="inline-flex min-h-8 items-center rounded-sm text-sm text-accent underline underline-offset-3"
        >
          Download Template
        </a>
      </div>
      <pre className="font-mono text-sm wrap-anywhere whitespace-pre-wrap text-muted">
        {'Company,Website\nExample Robotics,https://example.com'}
      </pre>
    </div>
  )
}

export function DownloadTemplateButton() {
  return (
    <a href={paths.template} download className={buttonClass()}>
      <Download aria-hidden />
      Download Template
    </a>
  )
}

type ChooseFileProps = {
  file: File | null
  onFile: (file: File) => void
  sent: number | null
  again: boolean
  actions: ReactNode
}

export function ChooseFile({ file, onFile, sent, again, actions }: ChooseFileProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {again && <StepHeading className="sr-only">Choose a file</StepHeading>}
      <p className="max-w-[60ch] text-muted">
        Drop in the spreadsheet you already keep. The column <strong className="font-semibold text-ink">Company</strong>{' '}
        is required, <strong className="font-semibold text-ink">Website</strong> is optional.
      </p>
      <FileDrop
        file={file}
        onFile={onFile}
        invitation="Drag and drop your file here, or browse"
        hint="CSV, XLSX or XLS, up to 5MB"
      />
      <Status className="empty:hidden">
        {sent !== null && (
          <div className="appear-late grid gap-3">
            <p className="truncate text-sm text-muted">
              {sent < 1 ? `Sending ${file?.name}` : `Checking ${file?.name}`}
            </p>
            <Progress value={sent * 90} label="Checking the file" />
          </div>
        )}
      </Status>
      <TemplateFormat />
      <p className="text-sm text-muted">
        You will see a preview before anything is saved. The file itself is not stored.
      </p>
      {actions}
    </div>
  )
}

type StepHeadingProps = { children: ReactNode; describedBy?: string; className?: string }

export function StepHeading({ children, describedBy, className }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} aria-describedby={describedBy} className={cx('text-xl outline-none', className)}>
      {children}
    </h2>
  )
}
