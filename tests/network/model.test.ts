import { afterAll, expect, test } from 'vitest'
import { CompanyWithNews } from '#domain/news/briefs.ts'
import { COLLECTOR, OBEDIENT_MODEL, SPEAKING_COMPANY } from './sites/model-sites.ts'
import { openNamespace } from './namespace.ts'
import { expectNothingElse, namesIn, unique } from './observations.ts'
import { openPortfolioSandbox } from './portfolio-sandbox.ts'

const namespace = openNamespace()
afterAll(() => namespace.remove())

test(
  'even an obedient model causes requests only to the company and the model, without personal data',
  { timeout: 60_000 },
  async () => {
    const names = [SPEAKING_COMPANY.host, OBEDIENT_MODEL.host, COLLECTOR]
    const settings = {
      AI: 'openai-compatible',
      AI_MODEL: 'obedient-1',
      AI_BASE_URL: `http://${OBEDIENT_MODEL.host}/v1`,
    }
    const sandbox = await openPortfolioSandbox(namespace, { names, settings })
    const person = await sandbox.nextAct()
    const company = { name: 'My lens bet', website: `http://${SPEAKING_COMPANY.host}` }
    expect((await person.send('POST', '/api/companies/bulk', [company])).status).toBe(200)
    await sandbox.writeBriefs()
    const [row] = CompanyWithNews.array().parse((await person.get('/api/news/feed')).json())
    const seen = await sandbox.observe()
    await sandbox.close()

    expectNothingElse(seen)
    expect(namesIn(seen)).toEqual(unique([SPEAKING_COMPANY.host, OBEDIENT_MODEL.host]))
    const asked = seen.requests.filter(({ host }) => host === OBEDIENT_MODEL.host)
    expect(asked.map(({ url }) => url)).toEqual(['/v1/chat/completions'])
    expect(JSON.stringify(asked)).not.toMatch(/@example|cookie|lens bet/i)
    expect(row?.latestNews).toMatchObject({ model: 'obedient-1', sentences: 1, verified: 1 })
    expect(row?.latestNews?.content).not.toMatch(/collector|SYSTEM|send_mail|!\[/)
    expect(row?.latestNews?.sources.map(({ url }) => new URL(url).host)).toEqual([SPEAKING_COMPANY.host])
  },
)
