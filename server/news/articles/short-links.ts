import type { Fetch } from '../../ports.ts'
import type { SourceResult } from '../sources/source.ts'
import { itemsOf, type PollResult } from '../polling/poll.ts'

/** Hosts whose addresses say nothing about where they lead: they have to be asked. Others are read without asking. */
const SHORTENERS = new Set(
  `t.co bit.ly j.mp lnkd.in buff.ly ow.ly tinyurl.com goo.gl dlvr.it ift.tt trib.al is.gd rebrand.ly hubs.ly hubs.li fb.me
  wp.me prn.to bwnews.pr tcrn.ch reut.rs bloom.bg cnb.cx nyti.ms wapo.st econ.st feedproxy.google.com feeds.feedburner.com`.split(
    /\s+/,
  ),
)
const MOST_PER_POLL = 20
const MAX_KNOWN = 5000
const ONE_MS = 5000

/** Puts the page itself in the place of a short link, asked through the door; one that does not answer stays as it is. */
export function createShortLinks() {
  const known = new Map<string, string>()

  async function targetOf(url: string, fetch: Fetch): Promise<string> {
    try {
      const answer = await fetch({ url, accept: 'text/html, */*;q=0.5', timeoutMs: ONE_MS })
      // An answer of the shortener's own is no page of anybody's.
      const target = isShort(answer.url) ? url : answer.url
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(url, target)
      return target
    } catch (error) {
      // What is only put off puts off the look: under its short address it would come back as another.
      if (!(error instanceof Error) || error.name !== 'FetchError') throw error
      return url
    }
  }

  return async (found: PollResult, fetch: Fetch): Promise<PollResult> => {
    const short = [...new Set(itemsOf(found).flatMap(({ item: { url } }) => (isShort(url) ? [url] : [])))]
    if (short.length === 0) return found
    const targets = new Map<string, string>()
    let asked = 0
    for (const url of short) {
      const remembered = known.get(url)
      if (remembered === undefined) asked += 1
      if (remembered === undefined && asked > MOST_PER_POLL) continue
      targets.set(url, remembered ?? (await targetOf(url, fetch)))
    }
    const replaced = (result: SourceResult): SourceResult => ({
      ...result,
      items: result.items.map((item) => ({ ...item, url: targets.get(item.url) ?? item.url })),
    })
    const { result, discovery } = found
    const watches = discovery?.watches.map((each) => ({ ...each, result: each.result && replaced(each.result) }))
    return { result: replaced(result), discovery: discovery && { ...discovery, watches: watches ?? [] } }
  }
}

/** Most addresses are long, which is told without reading them closely. */
function isShort(address: string): boolean {
  if (address.length > 200) return false
  const host = /^https?:\/\/(?:www\.)?([a-z0-9.-]+)\/./i.exec(address)?.[1]
  return host !== undefined && SHORTENERS.has(host.toLowerCase())
}
