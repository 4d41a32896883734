const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'
const OFFLINE = "You're offline. This needs a connection."

/** True if the browser knows there's no network. Even if it's false, the server may be unreachable. */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine

export class NetworkError extends Error {
  constructor(message = isOffline() ? OFFLINE : UNREACHABLE, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NetworkError'
  }
}

/** Only for the browser's own calls: fetch, a response's body and import() reject with a TypeError if nothing arrives. */
export function explainLoading(error: unknown): never {
  throw error instanceof TypeError ? new NetworkError(undefined, { cause: error }) : error
}
