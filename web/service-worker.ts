/** `application` holds path patterns. */
export type Build = { version: string; files: string[]; application: string[] }

/** Set by the build. */
declare const BUILD: Build

type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type PushEvent = Extendable & { data: { json: () => object } | null }
type ClickEvent = Extendable & { notification: Notification }
type Page = { url: string; focus: () => Promise<unknown> }
declare const self: {
  addEventListener: ((name: 'install' | 'activate', act: (event: Extendable) => void) => void) &
    ((name: 'fetch', act: (event: FetchEvent) => void) => void) &
    ((name: 'push', act: (event: PushEvent) => void) => void) &
    ((name: 'notificationclick', act: (event: ClickEvent) => void) => void) &
    ((name: 'message', act: (event: Extendable & { data: unknown }) => void) => void)
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (which: { type: 'window' }) => Promise<Page[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: Omit<ServiceWorkerRegistration, 'navigationPreload' | 'pushManager'> & {
    navigationPreload?: { enable: () => Promise<void> }
    pushManager?: PushManager
  }
}

/** Every path of the application serves the same document. */
const SHELL = '/dashboard'
const PREFIX = 'tidings-shell-'
const NAME = PREFIX + BUILD.version
const application = new RegExp(`^(?:${BUILD.application.join('|')})$`)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

// The API, sign-in, payments, streams and downloads match none of these, so they bypass the service worker.
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate') {
    if (application.test(pathname) || pathname === '/') event.respondWith(openPage(event, pathname))
  } else if (pathname.startsWith('/assets/')) event.respondWith(loadAsset(event.request))
})

self.addEventListener('push', (event) => event.waitUntil(notify(event)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})
self.addEventListener('message', (event) => {
  if (event.data === 'signed-out') event.waitUntil(endNotifications())
})

async function install() {
  const cache = await caches.open(NAME)
  await cache.addAll([new Request(SHELL, { cache: 'no-store' }), ...BUILD.files])
  await self.skipWaiting()
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Network first, so that a new version is never held back. */
async function openPage({ request, preloadResponse }: FetchEvent, pathname: string): Promise<Response> {
  const answer = await fromNetwork(request, preloadResponse).catch(() => null)
  if (answer && (answer.status < 502 || answer.status > 504)) return answer
  // The landing page isn't cached; the sign-in page sends signed-in users on to the dashboard.
  if (pathname === '/') return Response.redirect('/signin')
  return (await fromCache(SHELL)) ?? answer ?? Response.error()
}

const fromNetwork = async (request: Request, preloaded: Promise<Response | undefined>) =>
  (await preloaded) ?? fetch(request)

async function loadAsset(request: Request): Promise<Response> {
  const kept = await fromCache(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(NAME)
    await cache.put(request, answer.clone()).catch(() => {})
  }
  return answer
}

const fromCache = async (what: RequestInfo) => (await caches.open(NAME)).match(what)

/** Browsers expect a notification for every push message, even if it can't be read. */
async function notify({ data }: PushEvent) {
  const notice = { title: 'Tidings', body: '', path: SHELL, tag: '', ...read(data) }
  const { title, body, tag, path } = notice
  await self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: path })
}

function read(data: PushEvent['data']): object {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

async function open(path: string) {
  const { href, origin } = new URL(path, location.origin)
  const url = origin === location.origin ? href : SHELL
  const page = (await self.clients.matchAll({ type: 'window' })).find((each) => each.url === url)
  await (page ? page.focus() : self.clients.openWindow(url))
}

async function endNotifications() {
  for (const notification of await self.registration.getNotifications()) notification.close()
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe()
}
