/** `application` are patterns of paths. */
export type Build = { version: string; files: string[]; application: string[] }

/** Set by the build. */
declare const BUILD: Build

type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
declare const self: {
  addEventListener: ((name: 'install' | 'activate', act: (event: Extendable) => void) => void) &
    ((name: 'fetch', act: (event: FetchEvent) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}

/** Every path of the application is the same document. */
const SHELL = '/dashboard'
const PREFIX = 'tidings-shell-'
const NAME = PREFIX + BUILD.version
const application = new RegExp(`^(?:${BUILD.application.join('|')})$`)

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

// The API, sign-in, payments, streams and downloads are none of these, so they go to the network as if we were not here.
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate') {
    if (application.test(pathname) || pathname === '/') event.respondWith(openPage(event, pathname))
  } else if (pathname.startsWith('/assets/')) event.respondWith(loadAsset(event.request))
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

/** The network comes first, so a new version is never held back. */
async function openPage({ request, preloadResponse }: FetchEvent, pathname: string): Promise<Response> {
  const answer = await fromNetwork(request, preloadResponse).catch(() => null)
  if (answer && (answer.status < 502 || answer.status > 504)) return answer
  // The landing page is not kept; the sign-in page leads whoever is signed in on to the dashboard.
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
