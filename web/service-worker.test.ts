import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { transformSync } from 'rolldown/utils'
import { beforeEach, expect, test } from 'vitest'

const SOURCE = new URL('service-worker.ts', import.meta.url).pathname
const ORIGIN = 'https://tidings.example'

type Listener = (event: object) => void

let listeners: Map<string, Listener>
let shown: { title: string; options: object; isClosed: boolean }[]
let pages: { url: string; isFocused: boolean; focus: () => Promise<void> }[]
let opened: string[]
let isSubscribed: boolean

beforeEach(() => {
  listeners = new Map()
  shown = []
  pages = []
  opened = []
  isSubscribed = true
  const self = {
    addEventListener: (name: string, act: Listener) => listeners.set(name, act),
    clients: { matchAll: async () => pages, openWindow: async (url: string) => void opened.push(url) },
    registration: {
      showNotification: async (title: string, options: object) => void shown.push({ title, options, isClosed: false }),
      getNotifications: async () => shown.map((each) => ({ close: () => (each.isClosed = true) })),
      pushManager: { getSubscription: async () => ({ unsubscribe: async () => (isSubscribed = false) }) },
    },
  }
  const BUILD = { version: '1', files: [], application: ['/dashboard'] }
  const { code } = transformSync(SOURCE, readFileSync(SOURCE, 'utf8'))
  const context = createContext({ self, BUILD, URL, location: { origin: ORIGIN } })
  runInContext(code.replace(/^export \{\s*\};?$/m, ''), context)
})

async function emit(name: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}

const push = (json: () => unknown) => emit('push', { data: { json } })
const click = (data: unknown) => emit('notificationclick', { notification: { data, close: () => {} } })

test('a push message is shown with its tag, our icon and the page it opens', async () => {
  await push(() => ({ title: 'Cedar', body: 'Funding: Raises money', path: '/companies/7', tag: 'abc' }))
  const options = { body: 'Funding: Raises money', tag: 'abc', icon: '/icon-192.png', data: '/companies/7' }
  expect(shown).toMatchObject([{ title: 'Cedar', options }])
})

test('an invalid push still shows a notification, as browsers require', async () => {
  await emit('push', { data: null })
  await push(() => {
    throw new SyntaxError('no JSON')
  })
  expect(shown.map(({ title, options }) => [title, options])).toEqual(
    [1, 2].map(() => ['Tidings', expect.objectContaining({ data: '/dashboard' })]),
  )
})

test('a click focuses the page if it is open, and otherwise opens it', async () => {
  const page = { url: `${ORIGIN}/companies/7`, isFocused: false, focus: async () => void (page.isFocused = true) }
  pages = [page]
  await click('/companies/8')
  expect([opened, page.isFocused]).toEqual([[`${ORIGIN}/companies/8`], false])
  await click('/companies/7')
  expect([opened.length, page.isFocused]).toEqual([1, true])
})

test('a click never leaves our site', async () => {
  for (const path of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) await click(path)
  expect(opened).toEqual(['/dashboard', '/dashboard', '/dashboard'])
})

test('signing out unsubscribes and closes the notifications', async () => {
  await push(() => ({ title: 'Cedar' }))
  await emit('message', { data: 'something else' })
  expect([isSubscribed, shown[0]?.isClosed]).toEqual([true, false])
  await emit('message', { data: 'signed-out' })
  expect([isSubscribed, shown[0]?.isClosed]).toEqual([false, true])
})
