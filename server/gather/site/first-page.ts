import type { Site } from '../../curate/site/site.ts'
import type { Fetched } from '../../ports.ts'
import type { Asker } from './asker.ts'
import { originOf } from './web-address.ts'

export const PAGE_ACCEPT =
  'text/html, application/xhtml+xml, application/rss+xml;q=0.9, application/atom+xml;q=0.9, */*;q=0.5'

/** The first page, also where only the older scheme or `www.` answers: an address to begin at tells neither. */
export async function firstPage(site: Site, asker: Asker): Promise<Fetched | null> {
  const { hostname, port } = new URL(site.url)
  const pages = site.scope === '' && site.path !== '' ? [site.url, originOf(site.url)] : [site.url]
  const hasOtherNames = port === '' && /[a-z]/i.test(hostname) && hostname !== 'localhost'
  const hosts = hasOtherNames && !site.isShared ? [hostname, `www.${hostname}`] : [hostname]
  const schemes = hasOtherNames ? ['https:', 'http:'] : [new URL(site.url).protocol]
  for (const scheme of schemes)
    for (const page of pages)
      for (const host of hosts) {
        const url = new URL(page)
        url.protocol = scheme
        url.hostname = host
        const answer = await asker.ask(url.href, PAGE_ACCEPT)
        if (answer || asker.isRefused()) return answer
      }
  return null
}
