import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { ACCEPTED } from '#domain/companies/files.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { useToast } from '../ui/toast.tsx'
import { dropProblem, fileProblem } from './company-file.ts'

type Props = {
  file: File | null
  onFile: (file: File) => void
  invitation: string
  hint: string
  disabled?: boolean
}

/** Drop a file here or browse for one; a file that could never be read is refused at once. */
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
        // Passing from the area onto something inside it is no leaving.
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

/** A file that misses the area would otherwise be opened by the browser in place of the page. */
function keepPage() {
  const refuse = (event: Event) => event.preventDefault()
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
  return () => {
    removeEventListener('dragover', refuse)
    removeEventListener('drop', refuse)
  }
}
