import { Download } from 'lucide-react'
import { paths } from '../paths.ts'
import { buttonClass, type ButtonLook } from '../ui/button.tsx'

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

export function DownloadTemplateButton({ look }: { look?: ButtonLook }) {
  return (
    <a href={paths.template} download className={buttonClass(look)}>
      <Download aria-hidden />
      Download Template
    </a>
  )
}
