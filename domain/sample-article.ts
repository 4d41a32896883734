/** The fictional outlets of the sample wire, by the names of their hosts. */
export const OUTLETS = {
  'Venture Ledger': 'venture-ledger',
  'Founders Gazette': 'founders-gazette',
  'Harbor Business Daily': 'harbor-business-daily',
  'The Quarterly Spark': 'quarterly-spark',
  'Release Desk': 'release-desk',
  'Valley & Coast': 'valley-and-coast',
} as const

export const SAMPLE_ARTICLES = '/sample-articles'

const HOSTS = new Set(Object.values(OUTLETS).map((outlet) => `${outlet}.example`))

/** Where a reader gets to an article: at its own address or, because no such host can exist, on a page of ours. */
export const articleHref = ({ hostname, pathname, href }: URL): string =>
  HOSTS.has(hostname)
    ? `${SAMPLE_ARTICLES}/${hostname.replace('.example', '')}/${pathname.slice(pathname.lastIndexOf('/') + 1)}`
    : href
