const UNREACHABLE = 'This address could not be reached.'

/** Refused, unknown and unreachable addresses get the same message, so that nobody can probe the internal network. */
const MESSAGE_OF = {
  'bad-address': 'This is not a valid web address.',
  'refused-address': UNREACHABLE,
  dns: UNREACHABLE,
  connect: UNREACHABLE,
  tls: UNREACHABLE,
  timeout: UNREACHABLE,
  'too-large': "This site's response is too large.",
  'bad-encoding': "This site's response could not be read.",
  'bad-response': "This site's response could not be read.",
  'too-many-redirects': 'This address redirects too often.',
  throttled: 'This site asked us to come back later.',
  aborted: 'The request was canceled.',
} as const

export type FetchErrorKind = keyof typeof MESSAGE_OF

type About = {
  /** Never more of the URL than this, because a query may contain a secret. */
  host?: string
  /** For the log only, because it may contain addresses. */
  detail?: string
  /** The status of the response that asked us to wait. */
  status?: number
  retryAt?: Date
  cause?: unknown
}

/** The message is for the user, the detail for the operator. */
export class FetchError extends Error {
  readonly kind: FetchErrorKind
  readonly host: string | undefined
  readonly detail: string
  readonly status: number | undefined
  readonly retryAt: Date | undefined

  constructor(kind: FetchErrorKind, { host, detail = '', status, retryAt, cause }: About = {}) {
    super(MESSAGE_OF[kind], { cause })
    this.name = 'FetchError'
    this.kind = kind
    this.host = host
    this.detail = detail
    this.status = status
    this.retryAt = retryAt
  }
}
