import { PRICE } from '#domain/plan.ts'
import { shortDate } from '#domain/relative-time.ts'
import type { Billing } from './queries.ts'

export function InvoiceList({ invoices }: { invoices: Billing['invoices'] }) {
  if (invoices.length === 0) return <p className="text-muted">No billing history available</p>
  return (
    <ul className="border-t border-line tabular-nums">
      {invoices.map(({ id, date, amountCents, status, pdfUrl }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-3">
          <span>{shortDate(date)}</span>
          <span>{amount(amountCents)}</span>
          <span className="text-muted capitalize">{status}</span>
          {pdfUrl && (
            <a href={pdfUrl} className="ml-auto text-accent underline underline-offset-3">
              PDF
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

const amount = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: PRICE.currency }).format(cents / 100)
