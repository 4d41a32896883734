import { afterAll, expect, test } from 'vitest'
import { CompanyWithNews } from '#domain/news/briefs.ts'
import { GOOD_SITES } from './sites/company-sites.ts'
import { openNamespace } from './namespace.ts'
import { expectNothingElse, namesIn, plainName, unique } from './observations.ts'
import { openPortfolioSandbox } from './portfolio-sandbox.ts'
import { OPEN_COMPANY, PRESS_PATHS, PROVIDERS, PROVIDER_SITES } from './sites/providers.ts'

const namespace = openNamespace()
afterAll(() => namespace.remove())

const QUIET = GOOD_SITES[0]!
const NAMELESS = 'Umbel Kitchens Holding'
const COMPANIES = [
  { name: 'The quill people', website: OPEN_COMPANY.website },
  { name: 'My cedar bet', website: `http://${QUIET.host}` },
  { name: NAMELESS },
]

test(
  '"only the company\'s own site and configured providers", each sent only what it needs',
  { timeout: 120_000 },
  async () => {
    const names = PROVIDER_SITES.map(({ host }) => host)
    const sandbox = await openPortfolioSandbox(namespace, { names, settings: { SOURCES: '' } })
    const person = await sandbox.nextAct()
    expect((await person.send('POST', '/api/companies/bulk', COMPANIES)).status).toBe(200)
    const feed = CompanyWithNews.array().parse((await person.get('/api/news/feed')).json())
    await sandbox.pollAgain()
    const seen = await sandbox.observe()
    const viewed = await person.get('/api/config')
    await sandbox.close()

    expect(viewed.status).toBe(200)
    expectNothingElse(seen)
    const own = [OPEN_COMPANY.host, QUIET.host]
    const providers = PROVIDERS.map(({ host }) => host)
    const press = Object.keys(PRESS_PATHS)
    const everybody = unique([...own, ...providers, ...press])
    expect(namesIn(seen)).toEqual(unique(everybody.map(plainName)))
    expect(unique(seen.requests.map(({ host }) => host))).toEqual(everybody)

    const askedOf = (host: string) =>
      unique(seen.requests.filter((each) => each.host === host).map(({ url }) => decodeURIComponent(url)))
    for (const host of press)
      expect({ host, asked: askedOf(host) }).toEqual({
        host,
        asked: unique((PRESS_PATHS[host] ?? []).map(decodeURIComponent)),
      })
    const words = [...own, ...COMPANIES.map(({ name }) => name), 'quillmark', 'cedar', 'umbel']
    const strangers = seen.requests.filter(({ host }) => !own.includes(host))
    const informed = strangers.filter(({ url, headers }) => {
      const sent = `${decodeURIComponent(url).replaceAll('+', ' ')} ${JSON.stringify(headers)}`.toLowerCase()
      return words.some((word) => sent.includes(word.toLowerCase()))
    })
    expect(unique(informed.map(({ host }) => host))).toEqual([
      'boards-api.greenhouse.io',
      'efts.sec.gov',
      'github.com',
      'hn.algolia.com',
    ])
    expect(askedOf('boards-api.greenhouse.io').join()).toMatch(/\/quillmarkboard\//)
    expect(askedOf('github.com').join()).toMatch(/\/quillmark-code/)
    // If a company has a site, the user's own name for it is never sent, and neither is the user's identity.
    const all = JSON.stringify(seen.requests.map(({ url, headers }) => [decodeURIComponent(url), headers]))
    expect(all).not.toMatch(/quill people|quill\+people|cedar bet|cedar\+bet|cookie|referer|@example/i)

    const story = feed.find(({ name }) => name === 'The quill people')?.latestNews
    expect(story?.sources.some(({ url }) => press.includes(new URL(url).host))).toBe(true)
  },
)
