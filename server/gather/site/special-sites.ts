import { githubOrganisation } from './outside-profiles.ts'

/** Sites that hide their feeds from the usual places: where they are, by the address alone. */
export function specialFeeds(address: string): string[] {
  const url = URL.parse(address)
  if (!url) return []
  const parts = url.pathname.split('/').filter((part) => part !== '')
  if (/(?:^|\.)youtube\.com$/.test(url.hostname)) return youtubeFeeds(url, parts)
  if (githubOrganisation(address) !== null && parts[0] !== 'orgs' && parts[1])
    return [`https://github.com/${parts[0]}/${parts[1]}/releases.atom`]
  return []
}

function youtubeFeeds(url: URL, [kind, id]: string[]): string[] {
  const list = url.searchParams.get('list')
  if (kind === 'channel' && id && CHANNEL.test(id)) return [channelFeed(id)]
  if (list && /^[\w-]{10,60}$/.test(list))
    return [`https://www.youtube.com/feeds/videos.xml?playlist_id=${list}`]
  return []
}

const CHANNEL = /^UC[\w-]{22}$/
const channelFeed = (id: string) => `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`

/** The page of a channel under its handle names the channel in its canonical address. */
export function specialFeedsOfPage(pageUrl: string, canonicalUrl: string | null): string[] {
  const host = URL.parse(pageUrl)?.hostname ?? ''
  return /(?:^|\.)youtube\.com$/.test(host) && canonicalUrl !== null ? specialFeeds(canonicalUrl) : []
}
