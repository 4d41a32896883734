import { afterAll } from 'vitest'
import { z } from 'zod'
import { IdentityCard } from '#domain/identity-card.ts'
import { CompanyWithNews } from '#domain/news.ts'
import { Story } from '#domain/stories.ts'
import { loopbackSite } from './loopback-site.ts'
import { testApp, type TestUser } from './test-app.ts'

const MINUTE_MS = 60_000

type Items = [path: string, title: string][]

const rss = (origin: string, items: Items) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><link>${origin}/</link>${items
    .map(
      ([path, title]) =>
        `<item><title>${title}</title><link>${origin}${path}</link><description>${title}.</description></item>`,
    )
    .join('')}</channel></rss>`

const HOME =
  '<html><head><title>Robots</title><meta property="og:site_name" content="Cedar Robotics"><meta name="description" content="Robots for orchards."><link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="alternate" type="application/rss+xml" href="/other.xml"></head><body>Robots</body></html>'

/** Two people who track one company, its site with two feeds, a paper that writes about it, and somebody's alert feed. */
export async function ownViewScene() {
  const pressItems: Items = [['/p/0', 'Nobody does anything']]
  const alertItems: Items = []
  const site = await loopbackSite((request, response) => {
    const pages: Record<string, string> = {
      '/': HOME,
      '/feed.xml': rss(site.url, [['/a', 'First product ships']]),
      '/other.xml': rss(site.url, [['/b', 'Other people write here']]),
    }
    const page = pages[request.url ?? '']
    response.setHeader('content-type', request.url === '/' ? 'text/html' : 'application/rss+xml')
    response.writeHead(page ? 200 : 404).end(page)
  })
  const press = await loopbackSite((request, response) => {
    const items = { '/press.xml': pressItems, '/alert.xml': alertItems }[request.url ?? '']
    response.setHeader('content-type', 'application/rss+xml')
    response.writeHead(items ? 200 : 404).end(items && rss(press.url, items))
  })
  afterAll(async () => {
    await site.close()
    await press.close()
  })
  const app = await testApp({
    realDoor: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,press',
      PRESS_FEEDS: `${press.url}/press.xml`,
    },
  })

  /** Somebody new who tracks it too. */
  async function tracker() {
    const user = await app.signUp()
    const response = await user.send('POST', '/api/companies', { name: 'Cedar Robotics', website: site.url })
    const { id } = z.object({ id: z.number() }).parse(await response.json())
    return { ...user, companyId: id, path: `/api/companies/${id}` }
  }

  /** Everything is due again. */
  async function later() {
    app.time.now = new Date(app.time.now.getTime() + 2 * MINUTE_MS)
    await app.database.execute('update watches set next_at = $1', [app.time.now])
    await app.runJob('gather.run', {})
  }

  const [ada, ben] = [await tracker(), await tracker()]
  pressItems.push(['/p/1', 'Cedar Robotics opens in Oslo'])
  await later()
  return { app, site, press, pressItems, alertItems, ada, ben, tracker, later }
}

export type OwnViewScene = Awaited<ReturnType<typeof ownViewScene>>
export type Tracker = OwnViewScene['ada']

export const titlesOf = async (user: Tracker) =>
  z
    .array(Story)
    .parse(await (await user.get(`${user.path}/stories`)).json())
    .map(({ title }) => title)
    .toSorted()

export const briefOf = async (user: TestUser) => {
  const [row] = CompanyWithNews.array().parse(await (await user.get('/api/news/feed')).json())
  return row?.latestNews?.content ?? ''
}

export const cardOf = async (response: Response | Promise<Response>) =>
  IdentityCard.parse(await (await response).json())
