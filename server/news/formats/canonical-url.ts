export type Canonical = {
  /** For opening: without redirectors and tracking parameters. */
  address: string
  /** For comparing: the same for every spelling, without the scheme. */
  key: string
}

const MAX_LENGTH = 4096
const MAX_REDIRECTORS = 20

/** Null if it's not a web address. */
export function canonical(address: string, { keepsHash = false } = {}): Canonical | null {
  if (address.length > 4 * MAX_LENGTH) return null
  let url = webAddress(address.trim())
  for (let hop = 0; url && hop <= MAX_REDIRECTORS; hop += 1) {
    const target = redirectTarget(url)
    if (target === null) return formsOf(url, keepsHash)
    url = webAddress(target)
  }
  return null
}

function webAddress(address: string): URL | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.href.length > MAX_LENGTH) return null
  return url
}

function formsOf(url: URL, keepsHash: boolean): Canonical {
  // Assigns only what changes, because every assignment serializes the URL again.
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '') || url.hostname
  // Only a hashbang, or the fragment that marks a post without its own URL, names another page.
  if (url.href.includes('#') && !keepsHash && !/^#(?:!|entry-[0-9a-f]{12}$)/.test(url.hash)) url.hash = ''
  const kept = pairsOf(url.search).filter(([name, value]) => !isTracking(name, value, url.hostname))
  if (queryOf(kept) !== url.search || url.href.endsWith('?')) url.search = queryOf(kept)
  return { address: url.href, key: keyOf(url, kept) }
}

type Pair = [name: string, value: string, written: string]

/** Parsed by hand, because URLSearchParams re-encodes even unchanged parameters. */
const pairsOf = (search: string): Pair[] =>
  search
    .slice(1)
    .split('&')
    .filter(Boolean)
    .map((written) => {
      const at = written.indexOf('=')
      return at < 0
        ? [plain(written), '', written]
        : [plain(written.slice(0, at)), plain(written.slice(at + 1)), written]
    })

const queryOf = (pairs: Pair[]) => (pairs.length > 0 ? `?${pairs.map(([, , written]) => written).join('&')}` : '')

function keyOf(url: URL, pairs: Pair[]): string {
  const host = url.hostname.replace(GENERIC_SUBDOMAINS, '')
  const query = pairs
    .filter(([name, value]) => !isAmp(name, value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`
  return `${host}${port}${pathKey(url.pathname)}${query && `?${query}`}${url.hash}`
}

/** Normalizes escapes and drops index files, AMP variants and trailing slashes. */
function pathKey(pathname: string): string {
  let path = normalizedEscapes(pathname).replaceAll(/\/{2,}/g, '/')
  if (!/amp|index\.|default\./i.test(path)) return path.replace(/\/+$/, '')
  for (let before = ''; before !== path;) {
    before = path
    path = path
      .replace(/\/+$/, '')
      .replace(/\/(index|default)\.(html?|php|aspx?|jsp)$/i, '')
      .replace(/\/amp$/i, '')
      .replace(/\.amp(?:\.html)?$/i, '')
      .replace(/^\/amp(?=\/.)/i, '')
  }
  return path
}

const normalizedEscapes = (path: string) =>
  path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code.toUpperCase()
  })

/** Doesn't match if nothing but the suffix would be left, as in www.com. */
const GENERIC_SUBDOMAINS = /^(?:(?:www\d?|m|mobile|amp)\.)+(?=[^.]+\.[^.])/

const isAmp = (name: string, value: string) =>
  (/^(amp|amp_js_v|usqp|amp_gsa)$/i.test(name) && !/^\d{3,}$/.test(value)) ||
  (/^(outputtype|output|view|format)$/i.test(name) && /^amp$/i.test(value))

function plain(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function isTracking(name: string, value: string, host: string): boolean {
  const key = name.toLowerCase()
  if (FAMILIES.test(key) || NAMES.has(key)) return true
  // On a code forge, `ref` names a branch.
  if (REFERRERS.has(key)) return !/(^|\.)(github|gitlab|bitbucket|codeberg)\./.test(host)
  return AMBIGUOUS_PARAMETERS.has(key) && REFERRER_VALUE.test(value)
}

const FAMILIES =
  /^(utm|mc|pk|mtm|piwik|matomo|hsa|at|ns|fb|ga|vero|oly|guce|trk|sc|wt|dm|itm|int|icn|_hs|__hs|ml|ss)_|^_hs|^__hs|^utm|^guc|^trkc/

const NAMES = new Set(
  `gclid gclsrc dclid gbraid wbraid fbclid igshid igsh msclkid yclid ysclid twclid ttclid epik li_fat_id rdt_cid mkt_tok
  mkcid mkevt _ga _gl _openstat _branch_match_id wickedid rb_clickid s_cid s_kwcid ncid cmpid cmp icid ocid mbid smid smtyp
  spm scm trk xtor ftag taid tpcc sr_share feedtype feedname guccounter action_object_map action_type_map
  hsctatracking emci emdi nlid sref srnd ved usg gs_lcp sxsrf soc_src soc_trk tsrc
  share shared sharetype share_id shareid partnerref amp_js_v wprov at_xt campaign campaignid campaign_id
  newsletter_id newsletterid mailing_id elqtrackid elqtrack elqaid elqat wt.mc_id wt.tsrc bxid cndid esrc`.split(/\s+/),
)

const REFERRERS = new Set('ref ref_ ref_src ref_url refsrc refid referrer referer referral referrer_source'.split(' '))

/** Ambiguous names, dropped only with a tracking value. */
const AMBIGUOUS_PARAMETERS = new Set('source src from via partner medium channel mod feature cid rss'.split(' '))

const REFERRER_VALUE =
  /^(1|true|yes|rss|feed|atom|email|e-?mail|newsletter|twitter|facebook|linkedin|reddit|hn|hackernews|hacker_news|instagram|whatsapp|telegram|slack|social|share|sharing|google|bing|yahoo|msn|syndication|homepage|home|push|app|web|youtu\.be)([-_.:].{0,100})?$/i

/** The target of a redirector, read from its URL without a request; null for any other URL. */
export function redirectTarget(url: URL): string | null {
  if (!MAYBE_REDIRECTOR.test(url.hostname)) return null
  const host = url.hostname.replace(/^www\./, '')
  const pathname = url.pathname.replace(/(?<=.)\/+$/, '')
  for (const [hosts, path, read] of REDIRECTORS) {
    if (hosts.test(host) && path.test(pathname)) return usable(read(url))
  }
  return null
}

/** A cheap first check of the host, because most URLs aren't redirectors. */
const MAYBE_REDIRECTOR =
  /bing\.|google|amp|feed|facebook|instagram|youtube|linkedin|reddit|umblr|duckduckgo|slack|medium|vk\.|outlook|proofpoint|yahoo|^(?:click|go|track)\./

type Read = (url: URL) => string | null

const parameter =
  (...names: string[]): Read =>
  (url) =>
    names.map((name) => url.searchParams.get(name)).find((value) => value && /^https?:/i.test(value)) ?? null

/** `/amp/s/host/path`, where `s` means https. */
const ampTarget: Read = ({ pathname, search }) => {
  const [, secure, rest] = /^\/(?:amp|[aciv])\/(s\/)?(.+)$/.exec(pathname) ?? []
  return rest ? `${secure ? 'https' : 'http'}://${rest}${search}` : null
}

const REDIRECTORS: [hosts: RegExp, path: RegExp, read: Read][] = [
  [/^(.+\.)?bing\.com$/, /^\/news\/apiclick\.aspx$/i, parameter('url')],
  [/^(.+\.)?google(\.[a-z]{2,3}){1,2}$/, /^\/(url|imgres)$/, parameter('q', 'url', 'imgrefurl')],
  [/^(.+\.)?google(\.[a-z]{2,3}){1,2}$/, /^\/amp\//, ampTarget],
  [/\.cdn\.ampproject\.org$/, /^\/[aciv]\//, ampTarget],
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
