import { afterAll, beforeEach, expect, test } from 'vitest'
import { INJECTIONS } from '../../testing/fixtures/injections.ts'
import { readingFixture, said, SOLD, UNDERSTOOD } from '../../testing/fixtures/reading-fixture.ts'
import { testDatabase } from '../../testing/test-database.ts'
import type { ModelReading } from '../reading/model/reading-request.ts'

const database = await testDatabase()
const fixture = await readingFixture(database)
const { model, start, tracked, publish, linkOf, use } = fixture
afterAll(async () => {
  await model.close()
  await database.close()
})
beforeEach(fixture.reset)

const OTHER = {
  title: 'Quince Foods raises $5 million',
  text: 'Quince Foods raised $5 million from Fernhill Partners.',
}

test('what the local reader is unsure of is stored at once, and improved when the answer comes', async () => {
  const id = await publish(await tracked('Cedar Robotics'), SOLD)
  expect(await linkOf(id)).toMatchObject({ event_type: 'mention', extracted_facts: [], model_reads: 'due' })
  expect(await start().run()).toBe(1)
  expect(await linkOf(id)).toMatchObject({
    event_type: 'acquisition',
    model_reads: 'done',
    extracted_facts: [
      { kind: 'buyer', name: 'Alder Group', certainty: 'stated' },
      { kind: 'price', amount: { currency: 'USD', value: 18_000_000 }, certainty: 'stated' },
    ],
  })
  expect(await use()).toMatchObject({ calls: 1, sentences: 3, dropped: 0, tokens: '1200' })
  const [brief] = await database.query('select status from briefs')
  expect(brief).toEqual({ status: 'extractive' })
  expect(await start().run()).toBe(0)
  expect(model.asked).toHaveLength(1)
})

test('the model sees one article and one company, and no tools', async () => {
  await publish(await tracked('Cedar Robotics'), SOLD)
  await publish(await tracked('Quince Foods'), OTHER)
  await start().run()
  expect(model.asked).toHaveLength(2)
  for (const { body, items } of model.asked) {
    expect((JSON.parse(body) as { tools?: unknown }).tools).toBeUndefined()
    expect(body).not.toMatch(items?.company.name === 'Cedar Robotics' ? /quince/i : /cedar/i)
    expect(body).not.toContain('readers.example')
  }
})

test('an answer is used again for the same content, and asked for anew when the article changes', async () => {
  const id = await publish(await tracked('Cedar Robotics'), SOLD)
  await start().run()
  const again = `update tracked_company_articles set event_type = null where article_id = $1`
  await database.query(again, [id])
  await fixture.classify()
  expect(await linkOf(id)).toMatchObject({ event_type: 'mention', extracted_facts: [], model_reads: 'due' })
  expect(await start().run()).toBe(1)
  expect(await linkOf(id)).toMatchObject({ event_type: 'acquisition', model_reads: 'done' })
  expect(model.asked).toHaveLength(1)
  await database.query(`update articles set text = text || ' It closed on Monday.' where id = $1`, [id])
  await database.query(again, [id])
  await fixture.classify()
  await start().run()
  expect(model.asked).toHaveLength(2)
})

test('what the model read of an article that has changed since is not saved', async () => {
  const id = await publish(await tracked('Cedar Robotics'), SOLD)
  const before = await linkOf(id)
  const checks: Pick<typeof fixture.curator, 'classifyAnswered'> = {
    classifyAnswered: async (tasks) => {
      await database.query(`update articles set text = 'Correction: Cedar Robotics was not sold.' where id = $1`, [id])
      return fixture.curator.classifyAnswered(tasks)
    },
  }
  await start({}, { checks }).run()
  expect(await linkOf(id)).toEqual(before)
  expect(before).toMatchObject({ model_reads: 'due' })
})

test('only recent public news is sent, of companies that somebody with access and without an objection tracks', async () => {
  await publish(await tracked('Cedar Robotics', { usesModel: false }), SOLD)
  await publish(await tracked('Cedar Robotics', { status: 'expired' }), SOLD)
  await publish(await tracked('Cedar Robotics', { isSample: true }), SOLD)
  await publish(await tracked('Cedar Robotics'), SOLD, { days: 31 })
  const removed = await tracked('Cedar Robotics')
  await publish(removed, SOLD)
  await database.query('update companies set removed_at = now() where tracked_company_id = $1', [removed])
  expect(await start({ AI_READS: 'all' }).run()).toBe(0)
  expect(model.asked).toHaveLength(0)
})

test('AI_READS=all reads also what the local reader is sure of', async () => {
  const company = await tracked('Cedar Robotics')
  await publish(company, {
    title: 'Cedar Robotics launches a picker',
    text: 'Cedar Robotics launched a robot that picks pears on Monday.',
  })
  expect(await start().run()).toBe(0)
  expect(await start({ AI_READS: 'all' }).run()).toBe(1)
})

const LIES: ModelReading = {
  ...UNDERSTOOD,
  facts: [
    { kind: 'price', value: '$81 million', office: null, quote: 'The price was $81 million.' },
    { kind: 'buyer', value: 'Quince Foods', office: null, quote: 'Quince Foods bought Cedar Robotics' },
  ],
}

test('a lying model states nothing whose words are not in the article', async () => {
  const id = await publish(await tracked('Cedar Robotics'), SOLD)
  model.answerWith(() => said(LIES))
  await start().run()
  expect(JSON.stringify(await linkOf(id))).not.toMatch(/81000000|Quince/)
  expect(await use()).toMatchObject({ sentences: 3, dropped: 2 })
})

test.each(INJECTIONS)('$name: an obedient model changes nothing outside its own article', async ({ text, obeyed }) => {
  const quince = await publish(await tracked('Quince Foods'), OTHER)
  const cedar = await tracked('Cedar Robotics')
  const sold = await publish(cedar, SOLD)
  const before = [await linkOf(quince), await linkOf(sold)].map((link) => ({ ...link, model_reads: 'done' }))
  const own = await publish(cedar, { title: 'Cedar Robotics shows a robot', text: `Cedar Robotics showed it. ${text}` })
  model.answerWith(({ article }) =>
    article.title.includes('shows')
      ? said({
          ...UNDERSTOOD,
          event: 'closure',
          certainty: 'denied',
          roleQuote: obeyed,
          eventQuote: obeyed,
          facts: [{ kind: 'buyer', value: 'Quince Foods', office: null, quote: obeyed }],
          companies: [{ name: 'Quince Foods', event: 'closure' }],
        })
      : { status: 400 },
  )
  await start({ AI_READS: 'all' }).run()
  const after = [await linkOf(quince), await linkOf(sold)].map((link) => ({ ...link, model_reads: 'done' }))
  expect(after).toEqual(before)
  expect(await linkOf(own)).toMatchObject({ extracted_facts: [], denied: [] })
})
