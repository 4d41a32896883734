import { PRESS_LIST } from './press-list.ts'

type PressFeeds = {
  addresses: string[]
  /** Lines that are no feed address, for the operator. */
  faults: string[]
}

const MAX_FEEDS = 2000

/**
 * The feeds of the press: the built-in list, or what PRESS_FEEDS names in its place: addresses with commas between
 * them, or a file with one address a line, where `#` begins a remark.
 */
export function pressFeeds(setting: string | null, readText: (path: string) => string): PressFeeds {
  const value = setting?.trim() ?? ''
  if (value === '') return { addresses: PRESS_LIST.map(({ address }) => address), faults: [] }
  const entries = /^https?:\/\//i.test(value) ? value.split(',') : linesOf(readText(value))
  const feeds: PressFeeds = { addresses: [], faults: [] }
  for (const entry of entries.map((each) => each.trim()).filter(Boolean)) {
    const url = /^https?:\/\/[^/]/i.test(entry) ? URL.parse(entry) : null
    if (!url) feeds.faults.push(entry.slice(0, 200))
    else if (!feeds.addresses.includes(url.href) && feeds.addresses.length < MAX_FEEDS)
      feeds.addresses.push(url.href)
  }
  return feeds
}

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((each) => each.replace(/(?:^|\s)#.*$/, ''))
