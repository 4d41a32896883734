import { Check, Copy } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, Status } from './button.tsx'

type Props = { text: string; children: ReactNode; onCopied?: () => void }

export function CopyButton({ text, children, onCopied }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      onCopied?.()
    } catch {
      setState('refused')
    }
  }
  return (
    <div>
      <Button onClick={() => void copy()}>
        {state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        {children}
      </Button>
      <Status className={state === 'refused' ? 'mt-2 text-sm text-muted' : 'sr-only'}>
        {state === 'copied' && 'Copied'}
        {state === 'refused' && 'Your browser does not allow copying. Select the text and copy it yourself.'}
      </Status>
    </div>
  )
}

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
