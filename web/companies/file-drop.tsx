import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { useToast } from '../ui/toast.tsx'
import { ACCEPTED, fileProblem } from './company-file.ts'

type Props = { file: File | null; onFile: (file: File) => void; invitation: string; hint: string }

/** Drop a file here or browse for one; a file that could never be read is refused at once. */
export function FileDrop({ file, onFile, invitation, hint }: Props) {
  const [draggedOver, setDraggedOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const toast = useToast()

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const problem = fileProblem(chosen)
    if (problem) toast(problem)
    else onFile(chosen)
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(over)
  }
  return (
    <div
      data-dragged-over={draggedOver || undefined}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        choose(event.dataTransfer.files[0])
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
      <Button onClick={() => picker.current?.click()}>Browse Files</Button>
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
