import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { readingFixture, right, SOLD, START } from '../../testing/fixtures/reading-fixture.ts'
import type { FakeAnswer } from '../../testing/network/fake-model.ts'
import { testDatabase } from '../../testing/test-database.ts'

// A model that refuses, hangs, or talks nonsense; news goes on.

const database = await testDatabase()
const fixture = await readingFixture(database)
const { model, time, start, tracked, publish, linkOf, use } = fixture
afterAll(async () => {
  await model.close()
  await database.close()
})
beforeEach(fixture.reset)

const TROUBLES: [what: string, answer: FakeAnswer, isAskedAgain: boolean][] = [
  ['HTTP 429', { status: 429, headers: { 'retry-after': '120' } }, true],
  ['HTTP 500', { status: 500 }, true],
  ['HTTP 401', { status: 401 }, true],
  ['a hang-up', 'hang up', true],
  ['broken JSON', { text: '{"role":"subject",' }, false],
  ['another form', { text: '{"event":"sold"}' }, false],
  ['an answer too large', { text: 'x'.repeat(600_000) }, false],
  ['a tool', { toolCall: 'send_mail' }, false],
]

test.each(TROUBLES)(
  '%s: the local reading stays, and the service is not asked every minute',
  async (_, answer, again) => {
    const id = await publish(await tracked('Cedar Robotics'), SOLD)
    const before = await linkOf(id)
    model.answerWith(() => answer)
    const readings = start()
    await readings.run()
    expect({ ...(await linkOf(id)), model_reads: 'due' }).toEqual(before)
    expect(await use()).toMatchObject({ failures: 1, sentences: 0 })
    const asked = model.asked.length
    await readings.run()
    expect(model.asked).toHaveLength(asked)
    time.now = new Date(time.now.getTime() + HOUR_MS)
    model.answerWith(right)
    await readings.run()
    expect(model.asked).toHaveLength(again ? asked + 1 : asked)
    expect(await linkOf(id)).toMatchObject({
      event_type: again ? 'acquisition' : before?.event_type,
      model_reads: 'done',
    })
  },
)

test('beyond the tokens of the day nothing is asked, and the next day continues', async () => {
  const id = await publish(await tracked('Cedar Robotics'), SOLD)
  const readings = start({ AI_DAILY_TOKENS: '500' })
  expect(await readings.run()).toBe(0)
  expect(await linkOf(id)).toMatchObject({ model_reads: 'due' })
  expect(model.asked).toHaveLength(0)
  const enough = start({ AI_DAILY_TOKENS: '4000' })
  await database.query(`insert into model_use (day, model, input_tokens) values ('2026-03-10', 'invented-0', 3900)`)
  expect(await enough.run()).toBe(0)
  time.now = new Date(START.getTime() + DAY_MS)
  expect(await enough.run()).toBe(1)
})

test('a hanging model delays no news: other articles are stored and shown while it is silent', async () => {
  const company = await tracked('Cedar Robotics')
  await publish(company, SOLD)
  model.answerWith(() => 'silence')
  let isDone = false
  const hanging = start({}, { timeoutMs: 3000 })
    .run()
    .finally(() => {
      isDone = true
    })
  await expect.poll(() => model.asked.length).toBe(1)
  const id = await publish(company, {
    title: 'Cedar Robotics raises $3 million',
    text: 'Cedar Robotics raised $3 million.',
  })
  await database.asSystem((queries) =>
    fixture.briefs.headlines(queries, { trackedCompanyIds: [company], companyIds: [] }, time.now),
  )
  expect(isDone).toBe(false)
  expect(await linkOf(id)).toMatchObject({ event_type: 'raise' })
  expect(JSON.stringify(await database.query('select body from briefs'))).toContain('raises $3 million')
  await hanging
  expect(await linkOf(id)).toMatchObject({ model_reads: 'due' })
})
