import { type ReactNode, useEffect, useRef } from 'react'
import { Progress } from '../../../ui/panel.tsx'
import { Status, cx } from '../../../ui/button.tsx'
import { FileDrop, TemplateFormat } from './file-drop.tsx'

type Props = {
  file: File | null
  onFile: (file: File) => void
  sent: number | null
  again: boolean
  actions: ReactNode
}

export function ChooseFile({ file, onFile, sent, again, actions }: Props) {
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
