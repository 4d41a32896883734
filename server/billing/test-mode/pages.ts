import { centsText } from '#domain/account/price.ts'
import { Hono, type Context } from 'hono'
import { shortDate } from '#domain/time.ts'
import { TEST_CARDS, testCardByToken } from '#domain/billing/test-cards.ts'
import { escapeHtml, sendPlainPage, type LIGHT } from '../../platform/http/plain-page.ts'
import { methodOf } from './cards.ts'
import type { TestEngine } from './engine.ts'
import type { TestRecords, WireInvoice, WireSubscription } from './records.ts'
import { change, charge } from './payments.ts'
import { missing, ApiError } from './protocol.ts'

function pdfOf(lines: string[]): Uint8Array<ArrayBuffer> {
  const text = lines.map((line) => `(${plain(line)}) Tj T*`).join('\n')
  const stream = `BT /F1 12 Tf 18 TL 72 760 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}

const plain = (line: string) => line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, '\\$&')

const style = ({ line, warn }: typeof LIGHT) =>
  `body{font-variant-numeric:tabular-nums}strong{display:block;margin:1.25rem 0 1.5rem;padding:.6rem .9rem;border:1px dashed ${warn};border-radius:6px;font-size:.8125rem;color:${warn}}
p,li{margin:0;padding:.65rem 0;border-top:1px solid ${line};color:inherit}form{margin:1rem 0}ul{padding:0;list-style:none}a{color:inherit}
button,select{max-width:100%;min-height:2.75rem;font:inherit;padding:.5rem 1rem;margin:.25rem .5rem .25rem 0}
`

const TEST = '<strong>Test mode: no real card, no real money.</strong>'

export function testPages(engine: TestEngine): Hono {
  const routes = new Hono()

  routes.get('/invoices/:file', async (c) => {
    const file = c.req.param('file')
    const invoice = await engine.act((records) => receipt(records, file.replace(/\.pdf$/, ''), c.req.query('key')))
    if (!invoice) return notFound(c)
    const lines = linesOf(invoice)
    if (file.endsWith('.pdf'))
      return c.body(pdfOf(lines), 200, {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${invoice.number}.pdf"`,
      })
    return page(
      c,
      lines[0] ?? '',
      lines
        .slice(1)
        .map((line) => `<p>${line}</p>`)
        .join(''),
    )
  })

  routes.get('/portal/:id', (c) =>
    inPortal(c, async (records, subscription, returnUrl) => {
      const invoices = subscription ? await records.list('invoice', subscription.customer) : []
      return page(c, 'Your subscription', portal(c.req.param('id'), subscription, invoices, returnUrl))
    }),
  )

  routes.post('/portal/:id/:act', (c) =>
    inPortal(c, async (records, subscription) => {
      const form = new URLSearchParams(await c.req.text())
      const act = c.req.param('act')
      if (subscription && act === 'card') await putCard(records, subscription, form.get('card') ?? '')
      else if (subscription && (act === 'cancel' || act === 'resume'))
        await putEnd(records, subscription, act === 'cancel')
      return c.redirect(`../${c.req.param('id')}`, 303)
    }),
  )

  type Show = (records: TestRecords, subscription: WireSubscription | null, returnUrl: string) => Promise<Response>

  /** The URL is a secret that works for an hour. */
  async function inPortal(c: Context, show: Show): Promise<Response> {
    const shown = await engine.act(async (records) => {
      const session = await records.find('billing_portal.session', c.req.param('id') ?? '')
      if (!session) return null
      const all = await records.list('subscription', session.customer)
      return show(records, all.find(({ ended_at }) => ended_at === null) ?? null, session.return_url)
    })
    return shown ?? notFound(c)
  }

  return routes
}

async function receipt(records: TestRecords, id: string, key = ''): Promise<WireInvoice | null> {
  const invoice = await records.find('invoice', id)
  return key !== '' && invoice?.hosted_invoice_url?.endsWith(`?key=${key}`) ? invoice : null
}

function linesOf(invoice: WireInvoice): string[] {
  const day = (seconds: number) => shortDate(new Date(seconds * 1000).toISOString(), 'UTC')
  const paidAt = invoice.status_transitions.paid_at
  return [
    `${paidAt ? 'Receipt' : 'Invoice'} ${invoice.number} (test mode)`,
    `Premium: ${centsText(invoice.total, invoice.currency)}`,
    // Invoices of earlier versions have neither.
    ...(invoice.total_taxes ?? []).map((tax) =>
      tax.taxability_reason === 'reverse_charge'
        ? 'Reverse charge: the customer owes the tax.'
        : `Tax ${tax.tax_behavior === 'inclusive' ? 'included' : 'added'}: ${centsText(tax.amount, invoice.currency)}`,
    ),
    ...(invoice.total_discount_amounts ?? []).map(
      ({ amount }) => `Discount included: ${centsText(amount, invoice.currency)}`,
    ),
    `From ${day(invoice.period_start)} to ${day(invoice.period_end)}`,
    `Issued on ${day(invoice.created)}`,
    paidAt ? `Paid on ${day(paidAt)}` : `Not paid: ${invoice.status}`,
    ...(invoice.post_payment_credit_notes_amount > 0 ? ['Refunded to the card it was paid with.'] : []),
    'No money was taken: this installation runs in test mode.',
  ]
}

function portal(id: string, subscription: WireSubscription | null, invoices: WireInvoice[], returnUrl: string): string {
  const button = (act: string, label: string) =>
    `<form method="post" action="${id}/${act}"><button>${label}</button></form>`
  const cards = TEST_CARDS.map(({ token, number, plays }) => `<option value="${token}">${number}: ${plays}</option>`)
  const state = subscription
    ? `<p>Premium: ${subscription.status}${subscription.cancel_at === null ? '' : ', ends with its period'}.</p>${
        subscription.cancel_at === null ? button('cancel', 'Cancel') : button('resume', 'Resume')
      }<form method="post" action="${id}/card"><label>Pay with <select name="card">${cards.join('')}</select></label><button>Use this card</button></form>`
    : '<p>No subscription.</p>'
  const history = invoices
    .map(({ number, status, hosted_invoice_url: url }) => `<li><a href="${url}">${number}</a>: ${status}</li>`)
    .join('')
  return `${state}<ul>${history}</ul><p><a href="${escapeHtml(returnUrl)}">Return to Tidings</a></p>`
}

/** The provider's pages set a date, not the flag. */
async function putEnd(records: TestRecords, before: WireSubscription, isEnding: boolean): Promise<void> {
  const [item] = before.items.data
  const cancelAt = isEnding ? (item?.current_period_end ?? null) : null
  await change(records, { ...before, cancel_at_period_end: false, cancel_at: cancelAt }, before)
}

async function putCard(records: TestRecords, before: WireSubscription, token: string): Promise<void> {
  const card = testCardByToken(token)
  if (!card) throw missing('payment_method', 'card')
  const method = methodOf(card, before.customer, records.now)
  await records.save('payment_method', method)
  await change(records, { ...before, default_payment_method: method.id }, before)
  const invoice = await records.get('invoice', before.latest_invoice)
  if (invoice.status === 'open') await charge(records, invoice, method)
}

const page = (c: Context, title: string, content: string) =>
  sendPlainPage(c, { title, content: `${TEST}${content}`, style })

const notFound = (c: Context) =>
  c.json({ error: new ApiError(404, { type: 'invalid_request_error', message: 'Not found' }).error }, 404)
