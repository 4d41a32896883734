const ITEMS = 20
const WORDS =
  'the company said it will use funds to grow its engineering team and bring the service to customers in new markets while existing investors joined a round led by a venture firm – café Zürich “we are thrilled” added the chief executive'.split(
    ' ',
  )

/** Feeds as companies have them: twenty entries with text and summary, seven in ten RSS, a quarter Atom, the rest RDF. */
export function generatedFeeds(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const place = (at * 37) % 100
    const entries = Array.from({ length: ITEMS }, (_entry, number) => entry(at, number))
    return place < 70 ? rss(at, entries) : place < 95 ? atom(at, entries) : rdf(at, entries)
  })
}

type Entry = { title: string; link: string; date: Date; html: string; summary: string }

function entry(feed: number, number: number): Entry {
  const words = (count: number, from: number) =>
    Array.from(
      { length: count },
      (_, at) => WORDS[(feed * 7 + number * 13 + from + at * (1 + (from % 3))) % WORDS.length],
    ).join(' ')
  const site = `https://company-${feed}.example`
  return {
    title: `Company ${feed} announces ${words(5, 3)} #${number}`,
    link: `${site}/news/${number}-${words(4, 9).replaceAll(/\W+/g, '-')}?utm_source=rss&utm_medium=feed`,
    date: new Date(Date.UTC(2026, 10, 1, 12) - number * 9 * 3_600_000 - feed * 60_000),
    html: `<p>${words(60, 1)}.</p><p><a href="${site}/about?a=1&amp;b=2">Company</a> ${words(70, 2)}.</p><ul><li>${words(9, 4)}</li><li>${words(9, 5)}</li></ul><img src="${site}/${number}.png" alt="" />`,
    summary: `${words(40, 6)}.`,
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const rss = (feed: number, entries: Entry[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Company ${feed}</title><link>https://company-${feed}.example/</link><language>en-US</language>${entries
    .map(
      ({ title, link, date, html, summary }) =>
        `<item><title>${escaped(title)}</title><link>${escaped(link)}</link><guid isPermaLink="false">${escaped(link)}</guid><pubDate>${date.toUTCString()}</pubDate><dc:creator><![CDATA[A Writer]]></dc:creator><category>Company</category><description>${escaped(`<p>${summary}</p>`)}</description><content:encoded><![CDATA[${html}]]></content:encoded></item>`,
    )
    .join('\n')}</channel></rss>`

const atom = (feed: number, entries: Entry[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Company ${feed}</title><id>https://company-${feed}.example/</id><link href="https://company-${feed}.example/"/><updated>2026-11-01T12:00:00Z</updated>${entries
    .map(
      ({ title, link, date, html, summary }) =>
        `<entry><title type="html">${escaped(escaped(title))}</title><id>${escaped(link)}</id><link rel="alternate" type="text/html" href="${escaped(link)}"/><published>${date.toISOString()}</published><updated>${date.toISOString()}</updated><author><name>A Writer</name></author><summary>${escaped(summary)}</summary><content type="html">${escaped(html)}</content></entry>`,
    )
    .join('\n')}</feed>`

const rdf = (feed: number, entries: Entry[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel rdf:about="https://company-${feed}.example/"><title>Company ${feed}</title><link>https://company-${feed}.example/</link></channel>${entries
    .map(
      ({ title, link, date, html, summary }) =>
        `<item rdf:about="${escaped(link)}"><title>${escaped(title)}</title><link>${escaped(link)}</link><dc:date>${date.toISOString()}</dc:date><description>${escaped(summary)}</description><content:encoded><![CDATA[${html}]]></content:encoded></item>`,
    )
    .join('\n')}</rdf:RDF>`
