import { attributesOf, scanMarkup } from '../../../formats/html/markup.ts'
import { decodeEntities } from '../../../formats/html/plain-text.ts'
import { isOwnAddress, webAddress, type Site } from '../../../site/site.ts'
import type { Page } from '../page.ts'
import { pathParts } from './news-address.ts'

type ListAddress = {
  url: string
  /** Data or markup that a script adds to the page, in contrast to a page of its own. */
  isPart: boolean
}

const MAX_FOUND = 20
const MAX_SCRIPT = 100_000
const ASSET =
  /\.(?:jpe?g|png|gif|svg|webp|avif|ico|css|m?js|mp[34]|mov|webm|m3u8|woff2?|ttf|pdf|zip|xml|rss|atom|glb|lottie|vtt)$/i
/** Data that scripts load on every page. */
const OF_SITE =
  /(?:^|[/_.-])(?:app-data|manifest|locales?|i18n|translations?|config|settings|menus?|nav(?:igation)?|search|cart|sq)(?:[/_.-]|$)/i
const OF_POSTS = /post|news|blog|article|stor(?:y|ies)|press|entr(?:y|ies)|updates|aktuell|actualit|noticia/i
const LOADING =
  /^(?:data-)?hx-get$|^data-(?:[a-z]{1,20}-)?(?:src|url|endpoint|api|source|feed|remote|fetch|ajax|load|json)$/
const OF_ELEMENT = /^(?:src|url|endpoint|api|source)$/
const FETCHED =
  /(?:\bfetch|\bgetJSON|\baxios(?:\.get)?|\$\.(?:get|ajax)|\.load|\.open\(\s{0,5}["']GET["']\s{0,5},)\s{0,5}\(?\s{0,5}(?:\{\s{0,20}url\s{0,5}:\s{0,5})?["'`]([^"'`\s]{1,300})["'`]/gi
const UNLOADED = new Set(
  'a area audio button embed form iframe frame img input link meta object picture script source track video'.split(' '),
)

/** Where a page that shows no posts loads them from or leads to, likeliest first. */
export function listAddresses(html: string, page: Page, site: Site, now: Date): ListAddress[] {
  const isList = ({ url }: ListAddress) => {
    const { pathname } = new URL(url)
    return !ASSET.test(pathname) && !OF_SITE.test(pathname)
  }
  const ofPosts = ({ url }: ListAddress) => Number(OF_POSTS.test(url))
  const found = [
    ...(page.refreshUrl === null ? [] : [{ url: page.refreshUrl, isPart: false }]),
    ...[...declaredIn(html, page.url), ...derivedFrom(html, page.url)]
      .filter(isList)
      .toSorted((a, b) => ofPosts(b) - ofPosts(a)),
    ...yearPages(page, now),
  ]
  const known = new Set([bare(page.url)])
  return found.filter(({ url }) => {
    const isNew = !known.has(bare(url)) && isOwnAddress(site, url)
    known.add(bare(url))
    return isNew
  })
}

const bare = (url: string) => url.replace(/\/$/, '')

/** Preloaded and fetched data, fragments for htmx and Turbo, attributes that scripts read, WordPress's API, and frames. */
function declaredIn(html: string, base: string): ListAddress[] {
  const found: ListAddress[] = []
  const add = (written: string | undefined, isPart: boolean, path = '') => {
    const address = decodeEntities(written ?? '').trim()
    const url = /^(?:https?:|\.{0,2}\/)/i.test(address) ? webAddress(address + path, base) : null
    if (url !== null && found.length < MAX_FOUND) found.push({ url, isPart })
  }
  let script: number | null = null
  scanMarkup(html, 'html', {
    open(written, from, end) {
      const name = written.toLowerCase()
      script = name === 'script' ? end : script
      const attributes = attributesOf(html, from, end)
      const rel = attributes.get('rel')?.toLowerCase()
      if (name === 'link') {
        if (rel === 'preload' && attributes.get('as') === 'fetch') add(attributes.get('href'), true)
        if (rel === 'https://api.w.org/') add(attributes.get('href'), true, 'wp/v2/posts')
      } else if (name === 'iframe' || name === 'frame') add(attributes.get('src') ?? attributes.get('data-src'), false)
      else if (!UNLOADED.has(name))
        for (const [key, value] of attributes)
          if (LOADING.test(key) || (name.includes('-') && OF_ELEMENT.test(key))) add(value, true)
      return found.length < MAX_FOUND
    },
    close(written, start) {
      if (script === null || written.toLowerCase() !== 'script') return undefined
      for (const [, address] of html.slice(script, Math.min(start, script + MAX_SCRIPT)).matchAll(FETCHED))
        add(address, true)
      script = null
      return undefined
    },
  })
  return found
}

/** Frameworks whose pages load their data from a path of their own. */
function derivedFrom(html: string, pageUrl: string): ListAddress[] {
  const { origin, pathname } = new URL(pageUrl)
  const path = pathname.replace(/\/$/, '')
  const addresses = [
    ...(html.includes('id="___gatsby"') ? [`${origin}/page-data${path || '/index'}/page-data.json`] : []),
    ...(html.includes('__sveltekit_') ? [`${origin}${path}/__data.json`] : []),
  ]
  return addresses.map((url) => ({ url, isPart: true }))
}

/** The archive of the latest year. */
function yearPages({ links }: Page, now: Date): ListAddress[] {
  const yearOf = ({ url, text }: Page['links'][number]) => {
    const [, inText] = YEAR.exec(text.trim()) ?? []
    const [, inPath] = YEAR.exec(pathParts(new URL(url)).at(-1) ?? '') ?? []
    return Number(inText ?? inPath ?? 0)
  }
  const thisYear = now.getUTCFullYear()
  return links
    .map((link) => ({ url: link.url, year: yearOf(link) }))
    .filter(({ year }) => year === thisYear || year === thisYear - 1)
    .toSorted((a, b) => b.year - a.year)
    .map(({ url }) => ({ url, isPart: false }))
}

const YEAR = /^((?:19|20)\d\d)(?:\.\w{3,5})?$/
