import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The colors in web/tokens.css, written so that old browsers and mail clients understand. A test compares the two. */
export const LIGHT = {
  paper: '#fcfaf6',
  surface: '#fffefc',
  sunk: '#f6f3ed',
  ink: '#1b1f27',
  muted: '#565b63',
  line: '#e2dfd9',
  'line-strong': '#c8c4bc',
  accent: '#13543d',
  'on-accent': '#fcfaf6',
  warn: '#8a5600',
  bad: '#b02b27',
}
export const DARK: typeof LIGHT = {
  paper: '#111316',
  surface: '#181b1f',
  sunk: '#0b0d11',
  ink: '#eae7e2',
  muted: '#aeaaa4',
  line: '#292b30',
  'line-strong': '#3d4045',
  accent: '#77c4a3',
  'on-accent': '#09140f',
  warn: '#e6b55d',
  bad: '#f47c70',
}

type Plain = {
  /** Plain text, unlike `content`, which is trusted markup. */
  title: string
  content: string
  style?: (colors: typeof LIGHT) => string
  script?: string
  /** Another origin that a form may redirect to. */
  leadsTo?: string
}

/** Doesn't load the application, because it must render in any browser that a mail client opens. */
export function plainPage({ title, content, style = () => '', script, leadsTo = '' }: Plain) {
  const css = `:root{color-scheme:light dark}${BASE}${inColor(LIGHT)}${style(LIGHT)}@media (prefers-color-scheme:dark){${inColor(DARK)}${style(DARK)}}`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)} - Tidings</title><style>${css}</style></head>
<body><main><a class="name" href="/">Tidings</a><h1>${escapeHtml(title)}</h1>${content}</main>${script ? `<script>${script}</script>` : ''}</body></html>`
  const policy = [
    "default-src 'none'",
    ...(script ? [`script-src '${hashOf(script)}'`] : []),
    `style-src '${hashOf(css)}'`,
    `form-action 'self' ${leadsTo}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, policy }
}

export function sendPlainPage(c: Context, page: Plain, status: ContentfulStatusCode = 200): Response {
  const { html, policy } = plainPage(page)
  c.header('content-security-policy', policy)
  return c.html(html, status)
}

const SERIF = 'Georgia,"Times New Roman",serif'
const BASE = `body{margin:0;font:16px/1.55 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:3rem 1.25rem}
.name{font:600 1.1875rem/1.55 ${SERIF};color:inherit;text-decoration:none}
h1{margin:3.5rem 0 .5rem;font:600 1.75rem/1.15 ${SERIF}}
p{margin:0 0 1.75rem}h1+form{margin-top:1.5rem}
button{font:inherit;font-weight:500;min-height:3rem;padding:.5rem 1.5rem;border:0;border-radius:6px;cursor:pointer}
`

const inColor = (colors: typeof LIGHT) =>
  `body{background:${colors.paper};color:${colors.ink}}p{color:${colors.muted}}
button{background:${colors.accent};color:${colors['on-accent']}}:focus-visible{outline:2px solid ${colors.accent};outline-offset:2px}
`

export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
