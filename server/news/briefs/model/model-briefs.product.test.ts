import { afterAll, expect, test } from 'vitest'
import { PublicConfig } from '#domain/public-config.ts'
import { briefBodySql } from '../../../testing/fixtures/brief-body.ts'
import { fakeModel } from '../../../testing/network/fake-model.ts'
import { testApp } from '../../../testing/test-app.ts'

// The composed product with a model on loopback: settings, job, metrics.

const model = await fakeModel(({ articles }) => ({
  sections: [
    {
      heading: 'Business',
      sentences: [
        { text: articles[0]?.title ?? '', sources: [1] },
        { text: 'Nobody ever said this about anything at all.', sources: [1] },
      ],
    },
  ],
}))
afterAll(() => model.close())

test('the AI settings connect a model, and its usage appears in the metrics', async () => {
  const app = await testApp({
    environment: {
      AI: 'openai-compatible',
      AI_BASE_URL: `${model.url}/v1`,
      AI_MODEL: 'invented-2',
      AI_PRICE: '3/15',
    },
  })
  expect(PublicConfig.parse(await (await app.request('/api/config')).json()).ai).toBe(true)
  const ada = await app.signUp()
  await ada.send('POST', '/api/companies', { name: 'Cedar Robotics', website: 'https://cedar.example' })
  await app.database.query(
    `with inserted as (insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
       values ('https://press.example/1', 'press.example/1', 'Cedar Robotics opens a plant in Lyon', 'It is large.', now(), 'second', 'story', '{}', now()) returning *),
     link as (insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
       select companies.tracked_company_id, inserted.id, inserted.published_at, 'press', 1, '[]' from inserted, companies)
     insert into briefs (tracked_company_id, status, body, sources, verified, published_at, created_at)
     select companies.tracked_company_id, 'extractive', ${briefBodySql(`'It is large.'`, '[1]')},
       jsonb_build_array(jsonb_build_object('title', inserted.title, 'url', inserted.url, 'publisher', null, 'publishedAt', '2026-03-01T10:00:00.000Z')),
       1, inserted.published_at, now() from inserted, companies`,
  )
  await app.runJob('briefs.model', {})
  const feed = await (await ada.get('/api/news/feed')).text()
  expect(feed).toContain('**Business**\\n- Cedar Robotics opens a plant in Lyon [1]')
  expect(feed).toContain('"model":"invented-2"')
  const metrics = await (await app.request('/metrics')).text()
  expect(metrics).toMatch(/^ai_calls_today 1$/m)
  expect(metrics).toMatch(/^ai_tokens_today 1200$/m)
  expect(metrics).toMatch(/^ai_sentences_dropped_today 1$/m)
  expect(metrics).toMatch(/^ai_cost_today_dollars 0\.006$/m)
})

test('briefs of sample companies are not sent to a model', async () => {
  const app = await testApp({
    environment: { AI: 'openai-compatible', AI_BASE_URL: `${model.url}/v1`, AI_MODEL: 'invented-2' },
  })
  const ada = await app.signUp()
  await ada.send('POST', '/api/companies/sample')
  expect(await (await ada.get('/api/news/feed')).text()).toContain('Cedar Robotics')
  const before = model.asked.length
  await app.runJob('briefs.model', {})
  expect(model.asked).toHaveLength(before)
})

test('without a model there are no metrics about it, and the job does nothing', async () => {
  const app = await testApp()
  await app.runJob('briefs.model', {})
  expect(await (await app.request('/metrics')).text()).not.toContain('ai_')
})
