import { centsText } from '#domain/account/price.ts'
import type { Invoice } from '#domain/billing/subscriptions.ts'
import { taxText } from './checkout/tax-text.ts'
import { shortDate } from '#domain/time.ts'
import { Badge } from '../../ui/panel.tsx'

export function InvoiceList({ invoices }: { invoices: Invoice[] | null }) {
  if (!invoices)
    return <p className="text-muted">Your billing history cannot be loaded right now. Please try again in a minute.</p>
  if (invoices.length === 0) return <p className="text-muted">No billing history available</p>
  return (
    <ul className="divide-y divide-line border-t border-line tabular-nums">
      {invoices.map(({ id, number, date, amountCents, currency, status, url, pdfUrl, tax, creditNotes = [] }) => (
        <li
          key={id}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-3 md:grid-cols-[7rem_4rem_6rem_minmax(0,1fr)_auto] md:gap-x-5"
        >
          <span className="max-md:col-span-2">{shortDate(date)}</span>
          <span className="text-right">{centsText(amountCents, currency)}</span>
          <span>
            <Badge tone={TONES[status]}>{amountCents < 0 ? 'Credit' : STATUS_LABELS[status]}</Badge>
          </span>
          <span className="text-sm break-words text-muted">
            {number}
            {tax && `, ${taxText(tax, currency)}`}
          </span>
          <span className="flex justify-end gap-5">
            {url && (
              <ReceiptLink
                href={url}
                label={`${isPaid(status) ? 'Receipt' : 'Invoice'} of ${shortDate(date)}`}
                text={isPaid(status) ? 'Receipt' : 'Invoice'}
              />
            )}
            {pdfUrl && <ReceiptLink href={pdfUrl} label={`PDF of ${shortDate(date)}`} text="PDF" />}
            {creditNotes.map(
              (note) =>
                note.pdfUrl && (
                  <ReceiptLink
                    key={note.number}
                    href={note.pdfUrl}
                    label={`Credit note ${note.number}`}
                    text="Credit note"
                  />
                ),
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const STATUS_LABELS = {
  paid: 'Paid',
  refunded: 'Refunded',
  open: 'Open',
  uncollectible: 'Not paid',
  void: 'Void',
} as const
const TONES = {
  paid: 'good',
  refunded: 'neutral',
  open: 'warn',
  uncollectible: 'bad',
  void: 'neutral',
} as const

const isPaid = (status: Invoice['status']) => status === 'paid' || status === 'refunded'

function ReceiptLink({ href, label, text }: { href: string; label: string; text: string }) {
  return (
    <a
      href={href}
      aria-label={label}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center text-accent underline underline-offset-3 md:min-h-0"
    >
      {text}
    </a>
  )
}
