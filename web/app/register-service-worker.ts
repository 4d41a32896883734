const FILE = '/service-worker.js'
/** The service worker fetches the whole application, which must not compete with the page that's loading. */
const AFTER_LOADING_MS = 4000

type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string
  }
}

let isRegistered = false

/** Lets the application open offline. Skipped in development, where files have no hashes. */
export function registerServiceWorker(): () => void {
  const timer = setTimeout(register, AFTER_LOADING_MS)
  return () => clearTimeout(timer)
}

function register(): void {
  if (isRegistered || !import.meta.env.PROD) return
  isRegistered = true
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => FILE })
  // Undefined on insecure origins, despite its type.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  void workers?.register(policy?.createScriptURL(FILE) ?? FILE).catch(() => {})
}
