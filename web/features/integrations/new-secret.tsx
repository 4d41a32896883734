import type { ReactNode } from 'react'
import { relativeTime } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-and-save.tsx'

type Props = { label: string; secret: string; children: ReactNode; onClose: () => void }

/** Shown only once, right after the secret is created. */
export function NewSecret({ label, secret, children, onClose }: Props) {
  return (
    <section aria-label={label} className="mb-6 grid gap-3 rounded-md bg-sunk px-4 py-4">
      <p className="font-medium">{label}</p>
      <p className="max-w-[62ch] text-sm text-muted">{children}</p>
      <code className="block rounded-md border border-line bg-surface px-3 py-2.5 text-sm break-all">{secret}</code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret}>Copy</CopyButton>
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </section>
  )
}

/** Worded for the middle of a sentence: "just now", "Mar 1, 2026". */
export const whenText = (at: string, now: Date): string =>
  relativeTime(at, now).replace(/^(?:Just now|Yesterday)$/, (text) => text.toLowerCase())
