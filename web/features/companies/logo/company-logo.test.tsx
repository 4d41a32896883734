import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { CompanyLogo, useCompanyLogo, type LogoOwner } from './company-logo.tsx'

// @vitest-environment happy-dom

/** Lets a test move the observed elements on or off the screen. */
const sight = { show: (_isInSight: boolean) => {} }

class Observer {
  readonly elements = new Set<Element>()
  constructor(onChange: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    sight.show = (isIntersecting) => onChange([...this.elements].map((target) => ({ target, isIntersecting })))
  }
  observe(element: Element) {
    this.elements.add(element)
  }
  unobserve(element: Element) {
    this.elements.delete(element)
  }
}

const revoked: string[] = []
beforeEach(() => {
  revoked.length = 0
  vi.stubGlobal('IntersectionObserver', Observer)
  let serial = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(serial += 1)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const cedar = { id: 7, name: 'Cedar Robotics', website: 'https://cedar.example', logoUrl: null }
const PATH = '/api/companies/7/logo'

const pass = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

async function open(company: LogoOwner, routes: Record<string, unknown> = {}) {
  const server = fakeServer(routes)
  const view = renderPage(<CompanyLogo company={company} size="row" />, { server })
  await vi.waitFor(() => expect(view.container.querySelector('[aria-hidden]')).not.toBeNull())
  return { ...view, logo: () => view.container.querySelector('[aria-hidden]'), asked: server.calls }
}

async function look() {
  await act(async () => sight.show(true))
  await pass(250)
}

test('a logo is requested with the bearer token once it has stayed in view', async () => {
  const { logo, asked, container } = await open(cedar, { [`GET ${PATH}`]: 'picture' })
  expect(logo()?.textContent).toBe('C')
  expect(asked).toEqual([])
  await act(async () => {
    sight.show(true)
    sight.show(false)
  })
  await pass(200)
  expect(asked).toEqual([])
  await look()
  expect(asked.map(({ path }) => path)).toEqual([PATH])
  expect(asked[0]?.headers.get('authorization')).toMatch(/^Bearer /)
  const image = container.querySelector('img')
  expect([image?.getAttribute('src'), image?.getAttribute('alt'), image?.getAttribute('decoding')]).toEqual([
    'blob:1',
    '',
    'async',
  ])
})

test('only our own logo path is requested, with its version if stored', async () => {
  const stored = await open({ ...cedar, logoUrl: `${PATH}?v=abc` }, { [`GET ${PATH}?v=abc`]: 'picture' })
  await look()
  expect(stored.asked.map(({ path }) => path)).toEqual([`${PATH}?v=abc`])
  stored.unmount()
  const foreign = await open({ ...cedar, logoUrl: 'https://evil.example/track.png' })
  await look()
  expect(foreign.asked.map(({ path }) => path)).toEqual([PATH])
})

test.each<[string, LogoOwner]>([
  ['without a website', { ...cedar, website: null }],
  ['on its way', { ...cedar, id: -5 }],
  ['only suggested', { name: 'Cedar', website: 'https://cedar.example' }],
])('a company %s gets its avatar at once, without a request', async (_name, company) => {
  const { logo, asked } = await open(company)
  await look()
  expect(logo()?.textContent).toBe('C')
  expect(logo()?.getAttribute('data-hue')).toMatch(/^[0-5]$/)
  expect(asked).toEqual([])
})

test('"If an image fails to load, a blue circle with the first letter is shown"', async () => {
  const { logo, container } = await open({ ...cedar, name: '日本電気' }, { [`GET ${PATH}`]: 'no picture' })
  await look()
  fireEvent.error(container.querySelector('img') as Element)
  expect(logo()?.textContent).toBe('日')
  expect(logo()?.className).toContain('rounded-full')
  expect(logo()?.className).toContain('bg-logo-blue')
})

test('a logo shown twice is requested once and then cached', async () => {
  const server = fakeServer({ [`GET ${PATH}`]: 'picture' })
  const { container } = renderPage(<Twice />, { server })
  await screen.findByText('More')
  await look()
  press('More')
  expect(container.querySelectorAll('img')).toHaveLength(3)
  await look()
  expect(server.calls).toHaveLength(1)
})

function Twice() {
  const [isMore, setMore] = useState(false)
  return (
    <>
      <CompanyLogo company={cedar} size="row" />
      <CompanyLogo company={cedar} size="card" />
      {isMore && <CompanyLogo company={cedar} size="page" />}
      <button type="button" onClick={() => setMore(true)}>
        More
      </button>
    </>
  )
}

test('sign-out clears the logos', async () => {
  const { store, container } = await open(cedar, { [`GET ${PATH}`]: 'picture' })
  await look()
  expect(container.querySelector('img')).not.toBeNull()
  await act(() => store.signOut())
  expect(revoked).toEqual(['blob:1'])
  expect(container.querySelector('img')).toBeNull()
})

function Lookup(company: LogoOwner) {
  return <output>{JSON.stringify(useCompanyLogo(company, true))}</output>
}

async function lookup(company: LogoOwner, routes: Record<string, unknown> = {}) {
  const { container } = renderPage(<Lookup {...company} />, { server: fakeServer(routes) })
  await pass(100)
  return JSON.parse(container.querySelector('output')?.textContent ?? '') as unknown
}

test('the lookup returns logoUrl, isGenerated and error', async () => {
  expect(await lookup(cedar, { [`GET ${PATH}`]: 'picture' })).toEqual({
    logoUrl: 'blob:1',
    isGenerated: false,
    error: null,
  })
  const generated = { logoUrl: null, isGenerated: true }
  expect(await lookup(cedar, { [`GET ${PATH}`]: '' })).toEqual({ ...generated, error: null })
  expect(await lookup({ ...cedar, name: ' ' })).toEqual({ ...generated, error: 'No company name provided' })
  expect(await lookup(cedar, { [`GET ${PATH}`]: new Refusal(503) })).toEqual({
    ...generated,
    error: 'Failed to load logo',
  })
})
