import { expect, test } from 'vitest'
import { DARK, LIGHT } from '../http/plain-page.ts'
import { composeEmail } from './email-layout.ts'

const { html } = composeEmail({
  id: '1@localhost',
  kind: 'invitation',
  to: 'ada@example.com',
  subject: 'Read along',
  paragraphs: [
    'Ada shares her portfolio.',
    { button: 'Open', href: 'https://tidings.example/?a=1&b=2' },
    { code: '123' },
  ],
  footer: 'You received this email because of your account.',
  supportEmail: 'help@tidings.example',
  unsubscribe: 'https://tidings.example/off',
})

test('no element keeps a light color in dark mode', () => {
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  const [, dark = ''] = html.split('@media (prefers-color-scheme:dark)')
  for (const name of ['sunk', 'surface', 'line', 'ink', 'muted', 'accent', 'on-accent'] as const)
    expect(dark.split('</style>')[0]).toContain(DARK[name])
  const body = html.slice(html.indexOf('<body'))
  const colored = [...body.matchAll(/<[a-z\d]+ [^>]*style="[^"]*#[^>]*>/g)].map(([tag]) => tag)
  expect(colored.length).toBeGreaterThan(5)
  // Links in a muted paragraph are recolored by its class.
  expect(colored.filter((tag) => !tag.includes('class=') && !tag.includes(`color:${LIGHT.muted}`))).toEqual([])
})

test('URLs are escaped', () => {
  expect(html).toContain('href="https://tidings.example/?a=1&amp;b=2"')
})
