import { afterAll, beforeEach, expect, test } from 'vitest'
import { right, SOLD } from '../../testing/fixtures/reading-fixture.ts'
import { fakeModelOf } from '../../testing/network/fake-model.ts'
import { testApp } from '../../testing/test-app.ts'
import { z } from 'zod'

// The composed product with a model on loopback: settings, jobs, metrics.

const Shown = z.object({
  company: z.object({ name: z.string() }),
  article: z.object({ title: z.string(), text: z.string() }),
})
const model = await fakeModelOf(Shown, right)
afterAll(() => model.close())
beforeEach(() => {
  model.asked.length = 0
})

async function productWith(environment: Record<string, string>) {
  const app = await testApp({
    environment: { AI: 'openai-compatible', AI_BASE_URL: `${model.url}/v1`, AI_MODEL: 'invented-2', ...environment },
  })
  const ada = await app.signUp()
  const added = await ada.send('POST', '/api/companies', { name: 'Cedar Robotics', website: 'https://cedar.example' })
  const { id } = z.object({ id: z.number() }).parse(await added.json())
  await app.database.query(`update tracked_companies set name = 'Cedar Robotics'`)
  await app.database.query(
    `with inserted as (insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at)
       values ('https://press.example/1', 'press.example/1', $1, $2, 'The Press', $3, 'second', 'press', '{}', $3) returning *)
     insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
     select companies.tracked_company_id, inserted.id, inserted.published_at, 'press', 1, '[]' from inserted, companies`,
    [SOLD.title, SOLD.text, app.time.now],
  )
  await app.runJob('news.classify', {})
  await app.runJob('news.read-with-model', {})
  const stories = await (await ada.get(`/api/companies/${id}/stories`)).text()
  return { app, stories }
}

test('what the model reads is shown with its story, and counted', async () => {
  const { app, stories } = await productWith({})
  expect(model.asked).toHaveLength(1)
  expect(stories).toContain('"eventType":"acquisition"')
  expect(stories).toContain('Alder Group')
  const metrics = await (await app.request('/metrics')).text()
  expect(metrics).toMatch(/^ai_calls_today 1$/m)
  expect(metrics).toMatch(/^ai_sentences_dropped_today 0$/m)
})

test('AI_READS=off leaves reading to the local reader', async () => {
  const { stories } = await productWith({ AI_READS: 'off' })
  expect(model.asked).toHaveLength(0)
  expect(stories).not.toContain('"eventType":"acquisition"')
})
