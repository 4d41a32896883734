import { Paperclip } from 'lucide-react'
import type { UpdateAttachment } from '#domain/updates/update.ts'
import { cx } from '../../ui/button.tsx'

export function EmailAttachments({ attachments, className }: { attachments: UpdateAttachment[]; className?: string }) {
  return (
    <section aria-label="Attachments" className={cx('border-t border-line pt-5', className)}>
      <ul className="grid gap-2">
        {attachments.map((attachment) => (
          <li key={`${attachment.name} ${attachment.size}`} className="flex items-baseline gap-2">
            <Paperclip aria-hidden className="size-4 flex-none translate-y-0.5 text-muted" />
            <span className="min-w-0 wrap-anywhere">{attachment.name}</span>
            <span className="flex-none text-sm text-muted tabular-nums">{sizeOf(attachment)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">We don’t keep attachments. Open the original email to see them.</p>
    </section>
  )
}

const sizeOf = ({ size }: UpdateAttachment) =>
  size < 1_000_000 ? `${Math.max(1, Math.round(size / 1000))} KB` : `${(size / 1_000_000).toFixed(1)} MB`
