/** The only way to reach external addresses. Rejects with a FetchError. */
export type Fetch = (request: FetchRequest) => Promise<Fetched>

export type FetchRequest = {
  url: string
  accept?: string
  /** Sent as a POST, once and to this address only: no redirect is followed. */
  post?: { body: string | Buffer; headers: Record<string, string> }
  /** Such as a key. Like a POST, such a GET is sent once and to this address only. */
  headers?: Record<string, string>
  /** The one who gave this address, if it isn't polled for everybody: only they wait when it asks to. */
  owner?: string
  /** Overrides the default, for services that require their own format. */
  userAgent?: string
  etag?: string | null
  lastModified?: string | null
  /** Counted after decoding. */
  maxBytes?: number
  /** Covers DNS, connection, redirects and body together. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type Fetched = {
  /** After redirects. */
  url: string
  status: number
  headers: Record<string, string>
  bytes: Buffer
  notModified: boolean
  /** From Retry-After on a 429 or 503. */
  retryAt?: Date
}
