import { Hono } from 'hono'
import { customerStatus, STATE_TEXTS, type PartState } from '#domain/admin/status.ts'
import type { Config } from '../../config/config.ts'
import { escapeHtml, sendPlainPage, type LIGHT } from '../../platform/http/plain-page.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { AGREEMENT } from './agreement.ts'
import { RETENTION } from './retention.ts'
import type { KnownStatus } from './status.ts'

type Needs = {
  status: () => Promise<KnownStatus>
  subprocessors: Config['site']['subprocessors']
  supportEmail: string
  publicUrl: string
}

export function trustRoutes({ status, subprocessors, supportEmail, publicUrl }: Needs) {
  return new Hono<HttpEnvironment>()
    .get('/status', async (c) => {
      const { health, lastGood } = await status()
      const rows = customerStatus(health).map(({ name, state }) => [name, STATE_TEXTS[state]] as const)
      const checked = health?.checkedAt ?? lastGood
      const when = health
        ? `Checked ${momentOf(health.checkedAt)}. This page uses the same checks as we do.`
        : `The check itself does not work right now, so we do not know${checked ? `. It last worked ${momentOf(checked)}` : ''}.`
      const title = titleOf(customerStatus(health).map(({ state }) => state))
      c.header('cache-control', 'no-store')
      return sendPlainPage(c, { title, content: `${table(rows)}<p>${when}</p>`, style }, health ? 200 : 503)
    })
    .get('/trust', (c) => {
      const processors =
        subprocessors.length === 0
          ? '<p>None: nobody else processes your data for us.</p>'
          : table(subprocessors.map(({ name, purpose, place }) => [name, purpose, place]))
      const content = `<p>How we treat your data, beside the <a href="/privacy-policy">privacy policy</a>.</p>
<h2>How long we keep it</h2>${table(RETENTION)}
<h2>Who processes it for us</h2>${processors}
<h2>Agreement</h2><p>Companies that need a data processing agreement can sign <a href="/trust/data-processing-agreement.md">our template</a> and send it to ${escapeHtml(supportEmail)}.</p>
<h2>Status</h2><p><a href="/status">Whether everything works</a></p>`
      return sendPlainPage(c, { title: 'Your data', content, style })
    })
    .get('/trust/data-processing-agreement.md', (c) => {
      const list = subprocessors.map(({ name, purpose, place }) => `- ${name}: ${purpose} (${place})`).join('\n')
      const filled: Record<string, string> = {
        SUPPORT_EMAIL: supportEmail,
        PUBLIC_URL: publicUrl,
        SUBPROCESSORS: list || '- None',
      }
      return c.text(
        AGREEMENT.replaceAll(/%([A-Z_]+)%/g, (whole, name: string) => filled[name] ?? whole),
        200,
        { 'content-type': 'text/markdown; charset=utf-8' },
      )
    })
}

function titleOf(states: PartState[]): string {
  if (states.includes('unknown')) return 'We cannot say what works'
  if (states.includes('bad')) return 'Something does not work'
  return states.includes('warn') ? 'Something is limited' : 'Everything works'
}

const momentOf = (at: string) => `on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`

const table = (rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('')}</table>`

const style = ({ line }: typeof LIGHT) =>
  `table{width:100%;border-collapse:collapse;margin:1rem 0 1.5rem}td{padding:.6rem .75rem .6rem 0;border-top:1px solid ${line};vertical-align:top;text-align:left}h2{font-size:1.15rem;margin:2rem 0 0}a{color:inherit}
`
