import { readFileSync } from 'node:fs'
import { parseFeed } from '../news/formats/feed/parse-feed.ts'
import { readXml } from '../news/formats/xml/xml-tree.ts'
import { readPage } from '../news/sources/company-site/page.ts'
import { readSitemap } from '../news/formats/xml/sitemap.ts'

// A separate process, so that the cost of one document can be measured.

const HERE = 'https://a.example/document'
const READERS: Record<string, (bytes: Buffer) => unknown> = {
  feed: (bytes) => parseFeed(bytes, 'application/rss+xml', HERE),
  tree: (bytes) => readXml(bytes, 'application/xml'),
  sitemap: (bytes) => readSitemap(bytes, 'application/xml', HERE),
  page: (bytes) => readPage(bytes, 'text/html', HERE),
}

const readings = process.argv.slice(2).flatMap((document) => {
  const bytes = readFileSync(document)
  return Object.entries(READERS).map(([reader, read]) => {
    globalThis.gc?.()
    const memory = process.memoryUsage.rss()
    const highest = process.resourceUsage().maxRSS
    const cpu = process.cpuUsage()
    const { made, threw } = outcomeOf(() => read(bytes))
    const { user, system } = process.cpuUsage(cpu)
    // The system reports only the peak. If it didn't rise, an earlier document needed more.
    const mark = process.resourceUsage().maxRSS
    const riseMb = mark > highest ? mark / 1024 - memory / 1024 / 1024 : 0
    const said = threw ?? JSON.stringify(made)?.slice(0, 100_000) ?? ''
    return { document, reader, cpuMs: (user + system) / 1000, riseMb, said }
  })
})
process.stdout.write(JSON.stringify(readings))

function outcomeOf(work: () => unknown): { made?: unknown; threw?: string } {
  try {
    return { made: work() }
  } catch (error) {
    return { threw: `threw ${String(error)}` }
  }
}
