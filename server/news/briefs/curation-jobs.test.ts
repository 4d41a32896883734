import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CompanyWithNews } from '#domain/news/briefs.ts'
import { Story } from '#domain/news/stories.ts'
import { openLog } from '../../platform/log.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { openCurator } from '../engine/open-curator.ts'
import { createClassifyBacklog, createCurateDue } from './curation-jobs.ts'
import { createBriefs } from './write-briefs.ts'

/** A company whose name is a common word, and publications that also use the word for other things. */
const HOME = `<html><head><title>Mercury</title><meta property="og:site_name" content="Mercury">
<meta name="description" content="Banking for startups: accounts, cards and treasury."></head><body>Banking</body></html>`

type Item = { title: string; text: string }
const RAISE: Item = {
  title: 'Mercury raises $300 million Series C for startup banking',
  text: 'Mercury, which offers bank accounts and cards to startups, raised $300 million in a Series C round led by Fernhill Partners. The bank accounts of its customers hold more than before, the company said on Tuesday, and its treasury product grew fastest.',
}
const publications: Record<string, Item[]> = {
  '/one.xml': [
    RAISE,
    {
      title: 'Levels of mercury in tuna are falling',
      text: 'Fish from northern waters hold less of the metal, a survey of Mercury in seafood says. Scientists measured hundreds of samples from the harbour.',
    },
  ],
  '/two.xml': [
    {
      title: 'Startup bank Mercury raises $300 million in Series C led by Fernhill',
      text: 'The startup bank Mercury said it raised $300 million in a Series C round led by Fernhill Partners, which values its banking business higher. It offers accounts and cards to startups.',
    },
  ],
}

let app: TestApp
let ada: TestUser
let id: number
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  const site = await loopbackSite((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.writeHead(request.url === '/' ? 200 : 404).end(request.url === '/' ? HOME : '')
  })
  const press = await loopbackSite((request, response) => {
    const items = publications[request.url ?? '']
    response.setHeader('content-type', 'application/rss+xml')
    response.writeHead(items ? 200 : 404).end(items && rss(request.url ?? '', items))
  })
  closing.push(site.close, press.close)
  app = await testApp({
    realFetch: true,
    environment: {
      FETCH_ALLOW: '127.0.0.0/8',
      SOURCES: 'company-site,press',
      PRESS_FEEDS: ['/one.xml', '/two.xml'].map((path) => press.url + path).join(','),
    },
  })
  ada = await app.signUp()
  const added = await ada.send('POST', '/api/companies', { name: 'Mercury', website: site.url })
  id = z.object({ id: z.number() }).parse(await added.json()).id
  // The press is polled again, because the first poll came before the company's site gave its name.
  for (const _twice of [1, 2]) await later()
})
afterAll(() => Promise.all(closing.map((close) => close())))

async function later() {
  app.time.now = new Date(app.time.now.getTime() + 20 * 60_000)
  await app.database.execute('update watches set next_at = $1', [app.time.now])
  await app.runJob('news.poll', {})
}

const rss = (path: string, items: Item[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Paper ${path}</title><link>https://paper${path.length}.example/</link>${items
    .map(
      ({ title, text }, at) =>
        `<item><title>${title}</title><link>https://${path.slice(1, 4)}.example/${at}</link><description>${text}</description></item>`,
    )
    .join('')}</channel></rss>`

test('two publications about the company are one story, and articles about the metal are left out', async () => {
  const stories = z.array(Story).parse(await (await ada.get(`/api/companies/${id}/stories`)).json())
  expect(stories).toHaveLength(1)
  const [story] = stories
  expect(story).toMatchObject({
    section: 'Financial Updates',
    eventType: 'raise',
    direction: 'up',
    isPrimary: true,
    extractedFacts: [
      { kind: 'raised', amount: { currency: 'USD', value: 300_000_000 }, certainty: 'stated' },
      { kind: 'round', name: 'Series C', certainty: 'stated' },
      { kind: 'investor', name: 'Fernhill Partners', certainty: 'stated' },
    ],
  })
  expect(story?.articles).toHaveLength(2)
  expect(story?.evidence).toContain('“Mercury” in the title')
})

test('the brief has headings, bullets and citations, and each sentence occurs in its source', async () => {
  const [row] = z.array(CompanyWithNews).parse(await (await ada.get('/api/news/feed')).json())
  const { content = '', sections = [], sources = [], sentences, verified, model, status } = row?.latestNews ?? {}
  expect(content).toMatch(/^\*\*Financial Updates\*\*\n- .* \[1\]/)
  expect(content).not.toContain('tuna')
  expect({ model, status, sentences }).toEqual({ model: null, status: 'extractive', sentences: verified })
  for (const { text, citations } of sections.flatMap(({ sentences: all }) => all)) {
    const cited = Object.values(publications)
      .flat()
      .find(({ title }) => title === sources[citations[0]! - 1]?.title)
    expect(`${cited?.title} ${cited?.text}`).toContain(text)
  }
})

test('an unchanged brief is not written again', async () => {
  const count = async () => (await app.database.execute('select count(*)::int as n from briefs')).rows
  const before = await count()
  await app.database.execute(`update watches set notes = notes - 'hash', etag = null, last_modified = null`)
  await later()
  expect(await count()).toEqual(before)
})

test('unclassified articles are classified in the background, and join the story of the same event', async () => {
  await app.database.execute(`with unread as (update articles set is_classified = false, section = null)
    update tracked_company_articles set event_type = null, extracted_facts = null, story_id = null`)
  await app.runJob('news.classify', {})
  const { rows } = await app.database.execute(`
    select distinct event_type, section, is_classified from tracked_company_articles join articles on id = article_id`)
  expect(rows).toEqual([{ event_type: 'raise', section: 'Financial Updates', is_classified: true }])
  const { rows: stories } = await app.database.execute(
    `select count(*)::int as articles, count(distinct coalesce(story_id, article_id))::int as stories from tracked_company_articles`,
  )
  expect(stories).toEqual([{ articles: 2, stories: 1 }])
})

test('articles curated while the backlog is classified end up in one story', async () => {
  // The article with the higher id is the older one, so that the two jobs choose different roots.
  await app.database.execute(`with unread as (update articles set is_classified = false, section = null),
    again as (update briefs set status = 'headlines')
    update tracked_company_articles set event_type = null, extracted_facts = null, story_id = null, cluster_id = null,
      published_at = published_at - article_id * interval '1 minute'`)
  const [curator, log] = [openCurator('inline'), openLog('silent')]
  const backlog = createClassifyBacklog({ database: app.database, log, curator })
  let meanwhile: Promise<unknown> | undefined
  const briefs = createBriefs({
    log,
    curator: {
      curate: async (tasks) => {
        const curated = await curator.curate(tasks)
        meanwhile ??= backlog.run()
        await Promise.race([meanwhile, sleep(500)])
        return curated
      },
    },
  })
  await createCurateDue({ database: app.database, clock: () => app.time.now, log, briefs }).run()
  await meanwhile
  const { rows: stories } = await app.database.execute(
    'select distinct coalesce(story_id, article_id)::int as story from tracked_company_articles',
  )
  expect(stories).toHaveLength(1)
})

test('an article that cannot be classified counts as a mention and does not hold up the others', async () => {
  await app.database.execute('update tracked_company_articles set event_type = null')
  const logged: string[] = []
  const isPoison = ({ title }: { title: string }) => title.startsWith('Startup bank')
  const curator = openCurator('inline')
  const backlog = createClassifyBacklog({
    database: app.database,
    log: openLog('debug', { write: (line) => logged.push(line) }),
    curator: {
      classify: (tasks) => (tasks.some(isPoison) ? Promise.reject(new Error('poison')) : curator.classify(tasks)),
    },
  })
  expect(await backlog.run()).toBe(2)
  const { rows } = await app.database.execute(
    `select id, event_type from tracked_company_articles join articles on id = article_id order by event_type`,
  )
  expect(rows).toMatchObject([{ event_type: 'mention' }, { event_type: 'raise' }])
  const [{ id: poison }] = rows as [{ id: string }]
  expect(logged.map((line) => z.object({ article: z.string() }).parse(JSON.parse(line)).article)).toEqual([poison])
})

test('events of a company without a website are recognized by the name as its users spell it', async () => {
  const [ben, lazy] = [await app.signUp(), await app.signUp()]
  await lazy.send('POST', '/api/companies/bulk', [{ name: 'harbor analytics', website: '' }])
  const added = await ben.send('POST', '/api/companies/bulk', [{ name: 'Harbor Analytics', website: '' }])
  const [company] = z.array(z.object({ id: z.number() })).parse(await added.json())
  publications['/one.xml']?.push({
    title: 'Harbor Analytics acquires data firm Tidepool Labs',
    text: 'Harbor Analytics has acquired Tidepool Labs, a data firm, for $12 million in cash.',
  })
  await later()
  const events = async () => {
    const stories = await (await ben.get(`/api/companies/${company?.id}/stories`)).json()
    return z
      .array(Story)
      .parse(stories)
      .map(({ eventType }) => eventType)
  }
  expect(await events()).toEqual(['purchase'])
  await app.database.execute(`update tracked_company_articles set event_type = null`)
  await app.runJob('news.classify', {})
  expect(await events()).toEqual(['purchase'])
})
