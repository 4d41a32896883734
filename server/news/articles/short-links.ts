import type { Fetch } from '../../platform/fetch/fetch.ts'
import type { PollResult, SourceResult } from '../sources/source.ts'

const SHORTENERS = new Set(
  `t.co bit.ly j.mp lnkd.in buff.ly ow.ly tinyurl.com goo.gl dlvr.it ift.tt trib.al is.gd rebrand.ly hubs.ly hubs.li fb.me
  wp.me prn.to bwnews.pr tcrn.ch reut.rs bloom.bg cnb.cx nyti.ms wapo.st econ.st feedproxy.google.com feeds.feedburner.com`.split(
    /\s+/,
  ),
)
const MAX_PER_POLL = 20
const MAX_KNOWN = 5000
const ONE_MS = 5000

/** A short link that can't be resolved is kept as is. */
export function createShortLinks() {
  const known = new Map<string, string>()

  async function targetOf(url: string, fetch: Fetch): Promise<string> {
    try {
      const answer = await fetch({ url, accept: 'text/html, */*;q=0.5', timeoutMs: ONE_MS })
      // A page on the shortener itself isn't the article.
      const target = isShort(answer.url) ? url : answer.url
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(url, target)
      return target
    } catch (error) {
      // A deferred request defers the whole poll; otherwise the article would also be saved under its short link.
      if (!(error instanceof Error) || error.name !== 'FetchError') throw error
      return url
    }
  }

  return async (found: PollResult, fetch: Fetch): Promise<PollResult> => {
    const results = [found, ...(found.discovery?.watches.flatMap(({ result }) => result ?? []) ?? [])]
    const short = [...new Set(results.flatMap(({ items }) => items.map(({ url }) => url)).filter(isShort))]
    if (short.length === 0) return found
    const targets = new Map<string, string>()
    let requested = 0
    for (const url of short) {
      const remembered = known.get(url)
      if (remembered === undefined) requested += 1
      if (remembered === undefined && requested > MAX_PER_POLL) continue
      targets.set(url, remembered ?? (await targetOf(url, fetch)))
    }
    const replaced = (result: SourceResult): SourceResult => ({
      ...result,
      items: result.items.map((item) => ({ ...item, url: targets.get(item.url) ?? item.url })),
    })
    const { discovery, ...result } = found
    if (!discovery) return replaced(result)
    const watches = discovery.watches.map((each) => ({ ...each, result: each.result && replaced(each.result) }))
    return { ...replaced(result), discovery: { ...discovery, watches } }
  }
}

/** Rules out long URLs first, because parsing costs more. */
function isShort(address: string): boolean {
  if (address.length > 200) return false
  const host = /^https?:\/\/(?:www\.)?([a-z0-9.-]+)\/./i.exec(address)?.[1]
  return host !== undefined && SHORTENERS.has(host.toLowerCase())
}
