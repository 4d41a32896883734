import { statedLines, storySummary, type OutgoingStory, type Source } from './stories.ts'

export type FeedDocument = {
  title: string
  /** The URL of the feed itself. */
  url: string
  homeUrl: string
  /** Identifies the installation in entry ids; changing it would make every entry look new. */
  host: string
  /** Stable, and doesn't contain the token. */
  id: string
  updatedAt: Date
  stories: OutgoingStory[]
}

/** Characters that XML 1.0 can't contain even when escaped, and lone surrogates. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Removes control characters so that every reader shows a single line of text. */
export const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '')
    .replaceAll(/\p{Cc}+/gu, ' ')

const escaped = (text: string): string =>
  plain(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const entryId = (host: string, key: string) => `tag:${host},2026:story/${key}`

/** RFC 4287. */
export function atomFeed({ title, url, homeUrl, host, id, updatedAt, stories }: FeedDocument): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>tag:${escaped(host)},2026:feed/${escaped(id)}</id>`,
    `<title>${escaped(title)}</title>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(homeUrl)}"/>`,
    '<author><name>Tidings</name></author>',
    '<generator>Tidings</generator>',
    ...stories.map((story) => atomEntry(story, host)),
    '</feed>',
    '',
  ].join('\n')
}

function atomEntry(story: OutgoingStory, host: string): string {
  return [
    '<entry>',
    `<id>${escaped(entryId(host, story.key))}</id>`,
    `<title>${escaped(story.title)}</title>`,
    `<updated>${story.updatedAt.toISOString()}</updated>`,
    `<published>${story.publishedAt.toISOString()}</published>`,
    `<link rel="alternate" href="${escaped(story.url)}"/>`,
    `<category term="${escaped(story.label)}"/>`,
    `<category term="${escaped(story.companyName)}"/>`,
    `<summary>${escaped(storySummary(story))}</summary>`,
    `<content type="html">${escaped(contentHtml(story))}</content>`,
    '</entry>',
  ].join('\n')
}

const contentHtml = (story: OutgoingStory): string =>
  [
    `<p>${statedLines(story).map(escaped).join('<br/>')}</p>`,
    `<ul>${story.sources.map(sourceItem).join('')}</ul>`,
    `<p><a href="${escaped(story.companyUrl)}">${escaped(story.companyName)} in Tidings</a></p>`,
  ].join('')

const sourceItem = ({ name, title, url }: Source) =>
  `<li>${escaped(name)}: <a href="${escaped(url)}">${escaped(title)}</a></li>`

/** https://www.jsonfeed.org/version/1.1/ */
export function jsonFeed({ title, url, homeUrl, host, stories }: FeedDocument): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: plain(title),
    home_page_url: homeUrl,
    feed_url: url,
    language: 'en',
    authors: [{ name: 'Tidings' }],
    items: stories.map((story) => ({
      id: entryId(host, story.key),
      url: story.url,
      title: plain(story.title),
      content_text: plain(storySummary(story)),
      content_html: contentHtml(story),
      date_published: story.publishedAt.toISOString(),
      date_modified: story.updatedAt.toISOString(),
      tags: [...new Set([story.label, plain(story.companyName)])],
    })),
  })
}
