import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Company } from '#domain/companies/company.ts'
import { CompanyStory } from '#domain/news/stories.ts'
import { CompanyUpdate } from '#domain/updates/update.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

test('the sample portfolio has a founder update with its metrics, once, which leaves with the sample', async () => {
  const ada = await app.signUp()
  const loaded = Company.array().parse(await (await ada.send('POST', '/api/companies/sample')).json())
  const companyIds = loaded.map(({ id }) => id)
  for (const _ of [1, 2]) await app.runJob('updates.sample', { userId: ada.id, companyIds })
  const company = loaded.find(({ name }) => name === 'Quillback Health')
  const updates = async () =>
    z.array(CompanyUpdate).parse(await (await ada.get(`/api/companies/${company?.id}/updates`)).json())
  const [update, ...others] = await updates()
  expect(others).toEqual([])
  expect(update).toMatchObject({ senderName: 'Mira Okonjo', subject: 'Investor update: the Stonemere rollout' })
  expect(update?.metrics.map(({ kind, written }) => [kind, written])).toEqual([
    ['arr', '$4.6M'],
    ['growth', '9%'],
    ['cash', '$3.8M'],
    ['runway', '16 months'],
    ['headcount', '34'],
  ])
  const stories = z.array(CompanyStory).parse(await (await ada.get(`/api/companies/${company?.id}/stories`)).json())
  expect(stories.filter(({ title }) => title === update?.subject)).toHaveLength(1)
  await ada.send('DELETE', '/api/companies/sample')
  expect(await (await ada.get('/api/updates')).json()).toEqual([])
})

test('companies of others, or of the same name, get no sample update', async () => {
  const [ada, ben] = [await app.signUp(), await app.signUp()]
  const own = Company.parse(
    await (
      await ada.send('POST', '/api/companies', { name: 'Quillback Health', website: 'quillback-health.example' })
    ).json(),
  )
  const loaded = Company.array().parse(await (await ben.send('POST', '/api/companies/sample')).json())
  const companyIds = [own.id, ...loaded.map(({ id }) => id)]
  await app.runJob('updates.sample', { userId: ada.id, companyIds })
  expect(await (await ada.get('/api/updates')).json()).toEqual([])
})
