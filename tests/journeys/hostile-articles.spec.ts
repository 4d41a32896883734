import { z } from 'zod'
import { loopbackSite } from '../../server/testing/network/loopback-site.ts'
import { atom, escaped, frontPage, jsonFeed, rss, type Answer, type Post } from './company-internet/answers.ts'
import { expectOnlySafeLinks } from './steps/safe-links.ts'
import { HOSTILE_LINKS, HOSTILE_TEXTS } from './steps/hostile-text.ts'
import { listCompanies } from './steps/portfolio-steps.ts'
import { callApi, expect, test as base } from './steps/product.ts'

const NAME = '<img src=x onerror=window.__x=1> & Sons'
const FEED = `/feed?'"><svg/onload=window.__x=1>`
const LINKED = 'a post whose link must lead nowhere'

const POSTS: Post[] = [
  ...HOSTILE_TEXTS.map((text, number) => ({
    title: `${text} ${number}`,
    path: `/news/${number}?q=${encodeURIComponent(text)}`,
    author: text,
    text,
    hoursAgo: number,
  })),
  ...HOSTILE_LINKS.map((path, number) => ({ title: `${number}: ${LINKED}`, path, hoursAgo: 500 })),
]
const twice = (post: Post) => ({ ...post, title: escaped(post.title), text: escaped(post.text ?? '') })

/** In RSS, markup that is escaped once is still markup; escaped twice, it is plain text. */
const SITES: Record<string, (origin: string) => Answer> = {
  'Of RSS': (origin) => rss(NAME, origin, POSTS),
  'Of RSS, as text': (origin) => rss(escaped(NAME), origin, POSTS.map(twice)),
  'Of Atom': (origin) => atom(NAME, origin, POSTS),
  'Of JSON': (origin) => jsonFeed(NAME, origin, POSTS),
}

const WithNews = z.array(z.object({ hasNews: z.boolean() }))

const test = base.extend<{ hostileSites: { name: string; website: string }[] }>({
  hostileSites: async ({}, use) => {
    const sites = await Promise.all(
      Object.entries(SITES).map(async ([name, feed]) => {
        const site = await loopbackSite((request, response) => {
          const isFeed = request.url?.startsWith('/feed') === true
          const link = `<link rel="alternate" type="application/rss+xml" href="${escaped(FEED)}">`
          const { type = '', body } = isFeed ? feed(site.url) : frontPage(NAME, link)
          response.setHeader('content-type', type).end(body)
        })
        return { name, website: site.url, close: site.close }
      }),
    )
    await use(sites)
    await Promise.all(sites.map((site) => site.close()))
  },
})

for (const mode of ['with the content policy', 'without the content policy']) {
  test.describe(mode, () => {
    test.use({ bypassCSP: mode.startsWith('without') })

    test('hostile articles are shown as text, and links lead only to web pages', async ({
      signedIn: page,
      account,
      product,
      hostileSites,
    }) => {
      let dialogs = 0
      page.on('dialog', (dialog) => {
        dialogs += 1
        void dialog.dismiss().catch(() => {})
      })
      await page.addInitScript(() => {
        window.violations = []
        addEventListener('securitypolicyviolation', (event) => window.violations?.push(event.blockedURI))
      })
      const expectHarmless = async () => {
        await expectOnlySafeLinks(page)
        expect(await page.evaluate(() => [window.__x, window.violations])).toEqual([undefined, []])
        expect(dialogs).toBe(0)
      }
      for (const { name, website } of hostileSites)
        await callApi(product.url, account, '/api/companies', { name, website })
      await expect
        .poll(async () => WithNews.parse(await callApi(product.url, account, '/api/news/feed')))
        .toEqual(hostileSites.map(() => ({ hasNews: true })))

      await page.goto('/dashboard?tab=news')
      await expect(page.getByRole('article')).toHaveCount(hostileSites.length)
      await page.getByRole('article').first().getByRole('link').click()
      await expect(
        page
          .getByText(/<[a-z][^>]*>/i)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      await expectHarmless()
      for (const { id, name } of await listCompanies(product.url, account)) {
        await page.goto(`/companies/${id}`)
        const stories = page.getByRole('region', { name: 'What happened' })
        await stories.getByRole('button', { name: /earlier events/ }).click()
        await expect(stories.getByRole('listitem').nth(HOSTILE_TEXTS.length / 2)).toBeVisible()
        await stories
          .getByRole('button', { name: 'More', exact: true })
          .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
        if (name !== 'Of RSS') await expect(stories.getByText(`<svg onload=window.__x=1> 14`).first()).toBeVisible()
        await expect(stories.getByText(LINKED).first()).toBeVisible()
        await expectHarmless()
        await page.getByRole('tab', { name: 'Sources' }).click()
        await expect(page.getByRole('region', { name: 'Sources' })).toContainText('/feed')
      }
    })
  })
}
