import type { NewPushDevice } from '#domain/mailings/devices.ts'

/** Long enough for the service worker, which is registered a few seconds after the first page has loaded. */
const WORKER_LIMIT_MS = 15_000

export type ThisDevice = {
  state: 'unsupported' | 'blocked' | 'ready'
  /** Null without a subscription. */
  endpointHash: string | null
}

export async function readThisDevice(): Promise<ThisDevice> {
  if (!isSupported()) return { state: 'unsupported', endpointHash: null }
  const subscription = await findSubscription()
  return {
    state: Notification.permission === 'denied' ? 'blocked' : 'ready',
    endpointHash: subscription && (await hashOf(subscription.endpoint)),
  }
}

/** Asks for permission, so it must be called in response to a click. Null if permission isn't granted. */
export async function subscribe(serverKey: string): Promise<NewPushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await readyWorker()
  // Each user gets their own endpoint, so that messages never go through one that a previous user registered.
  await unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }, serverKey }
}

export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('Reload the page and try again.')), WORKER_LIMIT_MS),
  )
  return Promise.race([navigator.serviceWorker.ready, late])
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
