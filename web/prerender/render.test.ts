import { beforeAll, describe, expect, test, vi } from 'vitest'
import { STATUS_OF } from '#domain/errors.ts'
import { footerLinks } from './frame.tsx'
import type { RenderedPage } from './render.tsx'

const assets = {
  scripts: ['/assets/site.js'],
  styles: ['/assets/site.css'],
  fonts: ['/assets/inter.woff2'],
  firstPaint: 'first()',
  sessionModules: ['/assets/session.js', '/assets/auth.js'],
}

let all: RenderedPage[]
let byPath: Map<string, Document>
const page = (path: string) => byPath.get(path)!
const textOf = (path: string) => page(path).body.textContent!.replaceAll(/\s+/g, ' ')

async function renderer({ developerPages }: { developerPages: boolean }) {
  vi.stubGlobal('__DEVELOPER_PAGES__', developerPages)
  vi.resetModules()
  return import('./render.tsx')
}

beforeAll(async () => {
  const { Window } = await import('happy-dom')
  const { renderPages } = await renderer({ developerPages: false })
  const { pages, notFound } = renderPages(assets)
  all = [...pages, notFound]
  byPath = new Map(
    all.map(({ path, html }) => {
      const document = new Window().document as unknown as Document
      document.write(html)
      return [path, document]
    }),
  )
})

describe('the landing page', () => {
  test('has buttons that lead to sign-in and sign-up', () => {
    const links = [...page('/').querySelectorAll('a')]
    const target = (label: string) =>
      links.filter((link) => link.textContent === label).map((link) => link.getAttribute('href'))
    expect(target('Log In')).toEqual(['/signin'])
    expect(target('Get Started Free')).toEqual(['/signin?mode=signup'])
    expect(target('Start Your Free Trial')).toEqual(['/signin?mode=signup'])
  })

  test('"Landing page lists three features: portfolio management […], real-time news, AI insights"', () => {
    const names = [...page('/').querySelectorAll('#features h3')].map((heading) => heading.textContent)
    expect(names).toEqual(['Portfolio management', 'Real-time news', 'AI insights'])
  })

  test('shows the plan, its price and its six features', () => {
    const pricing = page('/').querySelector('#pricing')!
    expect(pricing.textContent).toContain('Premium')
    expect(pricing.textContent).toContain('$4.99 per month')
    expect(pricing.textContent).toContain('14-day free trial')
    expect([...pricing.querySelectorAll('li')].map((item) => item.textContent!.toLowerCase())).toEqual([
      'real-time news updates',
      'unlimited company tracking',
      'bulk portfolio upload',
      'ai-powered news curation',
      'advanced filtering and search',
      'export of portfolio analytics',
    ])
  })

  test('has one testimonial from the settings, with a sample label', () => {
    const [quote, ...others] = page('/').querySelectorAll('figure:has(blockquote)')
    expect(others).toEqual([])
    expect(quote!.getAttribute('data-sample')).toBe('%TESTIMONIAL_IS_SAMPLE%')
    expect(quote!.textContent).toContain('%TESTIMONIAL_NAME%')
    expect(quote!.textContent).toContain('%TESTIMONIAL_QUOTE%')
    expect(quote!.querySelector('.sample-label')!.textContent).toContain('Sample')
  })

  test('has the session modules, placeholders for settings, and a hidden consent bar', () => {
    const meta = (name: string) => page('/').querySelector(`meta[name=${name}]`)!.getAttribute('content')
    expect(meta('session-modules')).toBe('/assets/session.js /assets/auth.js')
    expect(meta('public-config')).toBe('%PUBLIC_CONFIG%')
    expect(meta('conversion-url')).toBe('%CONVERSION_URL%')
    expect(page('/').getElementById('consent-bar')!.hasAttribute('hidden')).toBe(true)
  })
})

test('the footer has these labels, and Help Center and Contact lead to the contact page', () => {
  const links = footerLinks('/').flatMap((group) => group.links)
  expect(links.map(({ label }) => label)).toEqual([
    'Features',
    'Pricing',
    'API',
    'Blog',
    'Guides',
    'Help Center',
    'Contact',
    'Privacy Policy',
    'Terms',
    'Cookie Policy',
  ])
  expect(links.filter(({ href }) => href === '/contact').map(({ label }) => label)).toEqual(['Help Center', 'Contact'])
})

test('every link on every page leads to a page, a section, a file or the application', async () => {
  const { application } = await renderer({ developerPages: false })
  const elsewhere = new Set([...application, '/template.csv', '/api/openapi.json'])
  const dead = all.flatMap(({ path }) =>
    [...page(path).querySelectorAll('a[href]')]
      .map((link) => link.getAttribute('href')!)
      .filter((href) => !href.startsWith('mailto:'))
      .filter((href) => {
        const { pathname, hash } = new URL(href, `http://site${path}`)
        const target = byPath.get(pathname)
        return target ? hash !== '' && !target.getElementById(hash.slice(1)) : !elsewhere.has(pathname)
      })
      .map((href) => `${path} → ${href}`),
  )
  expect(dead).toEqual([])
})

test('developer pages are listed only in builds that contain them', async () => {
  const [development, production] = [
    await renderer({ developerPages: true }),
    await renderer({ developerPages: false }),
  ]
  expect(development.application).toEqual(expect.arrayContaining(['/dashboard', '/companies/:id', '/trial-test']))
  expect(production.application).not.toContain('/trial-test')
})

test('the not-found page and the contact page keep their wording', () => {
  expect(page('/not-found').querySelector('h1')!.textContent).toBe('404 Page Not Found')
  expect(textOf('/not-found')).toContain('Did you forget to add the page to the router?')
  expect(textOf('/contact')).toContain('response within 24 hours during business days')
  expect(page('/contact').querySelector('a[href="mailto:%SUPPORT_EMAIL%"]')!.textContent).toBe('%SUPPORT_EMAIL%')
})

test('every page links signed-in users to the application, using the classes that first-paint.ts handles', () => {
  const wayIn = (path: string) =>
    [...page(path).querySelectorAll('.for-users')].map((link) => [link.textContent, link.getAttribute('href')])
  for (const { path } of all) expect(wayIn(path)[0], path).toEqual(['Open Tidings', '/dashboard'])
  expect(wayIn('/not-found')).toHaveLength(2)
  expect(all.filter(({ path }) => page(path).querySelector('.for-returning')).map(({ path }) => path)).toEqual(['/'])
})

test("the API page has a placeholder for the server's reference and lists every error", () => {
  expect(all.find(({ path }) => path === '/docs/api')!.html).toContain('<!--api-reference-->')
  const tables = [...page('/docs/api').querySelectorAll('table')]
  const table = tables.find(({ textContent }) => textContent.startsWith('StatusCodeMeaning'))!
  const errors = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children])
  expect(errors.map(([status, code]) => [code!.textContent, Number(status!.textContent)])).toEqual(
    Object.entries(STATUS_OF),
  )
  expect(errors.filter(([, , meaning]) => !meaning!.textContent)).toEqual([])
})

describe('every page', () => {
  test('works under a strict content policy: no inline styles or handlers, one inline script', () => {
    for (const { path, html } of all) {
      const offending = [...page(path).querySelectorAll('*')].filter((element) =>
        [...element.attributes].some(({ name }) => name === 'style' || name.startsWith('on')),
      )
      expect(offending, path).toEqual([])
      expect(html.match(/<script>/g), path).toHaveLength(1)
      expect(html, path).not.toContain('<style')
    }
  })

  test('has its own title and description, one h1, landmarks, and a skip link that leads to main', () => {
    expect(new Set(all.map(({ path }) => page(path).title)).size).toBe(all.length)
    expect(
      new Set(all.map(({ path }) => page(path).querySelector('meta[name=description]')!.getAttribute('content'))).size,
    ).toBe(all.length)
    for (const { path } of all) {
      expect(page(path).documentElement.getAttribute('lang'), path).toBe('en')
      expect(page(path).querySelectorAll('h1'), path).toHaveLength(1)
      const landmarks = [...page(path).querySelectorAll('body > :is(header, main, footer)')]
      expect(
        landmarks.map(({ localName }) => localName),
        path,
      ).toEqual(['header', 'main', 'footer'])
      expect(page(path).querySelector('main')!.id, path).toBe(
        page(path).querySelector('a')!.getAttribute('href')!.slice(1),
      )
    }
  })

  test('has a canonical URL, except the not-found page', () => {
    for (const { path } of all) {
      const canonical = page(path).querySelector('link[rel=canonical]')?.getAttribute('href')
      expect(canonical, path).toBe(path === '/not-found' ? undefined : `%PUBLIC_URL%${path}`)
    }
  })
})
