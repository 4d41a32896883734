/** Where a known redirector leads to, read from its own address without asking it; null for any other address. */
export function redirectTarget(url: URL): string | null {
  if (!MAYBE.test(url.hostname)) return null
  const host = url.hostname.replace(/^www\./, '')
  const pathname = url.pathname.replace(/(?<=.)\/+$/, '')
  for (const [hosts, path, read] of REDIRECTORS) {
    if (hosts.test(host) && path.test(pathname)) return usable(read(url))
  }
  return null
}

/** Most addresses are none, which one look at the host tells. */
const MAYBE =
  /bing\.|google|amp|feed|facebook|instagram|youtube|linkedin|reddit|umblr|duckduckgo|slack|medium|vk\.|outlook|proofpoint|yahoo|^(?:click|go|track)\./

type Read = (url: URL) => string | null

const parameter =
  (...names: string[]): Read =>
  (url) =>
    names.map((name) => url.searchParams.get(name)).find((value) => value && /^https?:/i.test(value)) ?? null

/** Google's viewer and the cache of accelerated pages: `/amp/s/host/path`, where `s` means https. */
const accelerated: Read = ({ pathname, search }) => {
  const [, secure, rest] = /^\/(?:amp|[aciv])\/(s\/)?(.+)$/.exec(pathname) ?? []
  return rest ? `${secure ? 'https' : 'http'}://${rest}${search}` : null
}

const REDIRECTORS: [hosts: RegExp, path: RegExp, read: Read][] = [
  [/^(.+\.)?bing\.com$/, /^\/news\/apiclick\.aspx$/i, parameter('url')],
  [/^(.+\.)?google(\.[a-z]{2,3}){1,2}$/, /^\/(url|imgres)$/, parameter('q', 'url', 'imgrefurl')],
  [/^(.+\.)?google(\.[a-z]{2,3}){1,2}$/, /^\/amp\//, accelerated],
  [/\.cdn\.ampproject\.org$/, /^\/[aciv]\//, accelerated],
  [/^(feedproxy\.google|feeds\.feedburner)\.com$/, /./, parameter('url', 'q')],
  [/^(l|lm|m)?\.?(facebook|instagram)\.com$/, /^\/(l\.php|flx\/warn\/?)?$/, parameter('u')],
  [/^(.+\.)?youtube\.com$/, /^\/redirect$/, parameter('q')],
  [/^(.+\.)?linkedin\.com$/, /^\/(redir\/redirect|safety\/go)\/?$/, parameter('url')],
  [/^out\.reddit\.com$/, /./, parameter('url')],
  [/^t\.umblr\.com$/, /^\/redirect$/, parameter('z')],
  [/^(.+\.)?duckduckgo\.com$/, /^\/l\/?$/, parameter('uddg')],
  [/^slack-redir\.net$/, /^\/link$/, parameter('url')],
  [/^medium\.com$/, /^\/r\/?$/, parameter('url')],
  [/^(.+\.)?vk\.com$/, /^\/away\.php$/, parameter('to')],
  [/^(.+\.)?safelinks\.protection\.outlook\.com$/, /./, parameter('url')],
  [/^urldefense\.proofpoint\.com$/, /^\/v1\/url$/, parameter('u')],
  [/^(click|go|track)\.[a-z-]+\.[a-z]{2,}$/, /^\/(redirect|click|link)\/?$/, parameter('url', 'u')],
  [/^r\.search\.yahoo\.com$/, /\/RU=/, ({ pathname }) => decoded(/\/RU=([^/]+)/.exec(pathname)?.[1] ?? '')],
]

const usable = (target: string | null) => (target && /^https?:\/\//i.test(target) ? target : null)

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
