import { afterAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { briefFixture, GOOD, LAUNCH, RAISE } from '../../../testing/fixtures/brief-fixture.ts'
import type { FakeAnswer } from '../../../testing/network/fake-model.ts'
import { testDatabase } from '../../../testing/test-database.ts'

// "good, wrong-citation, invented-number, obedient-to-injection, slow, broken and oversized answers: 0 unsupported sentences
// reach a user, 0 crashes, always a brief."

const database = await testDatabase()
const fixture = await briefFixture(database, () => good())
afterAll(async () => {
  await fixture.close()
  await database.close()
})
beforeEach(async () => {
  await database.query('truncate users, tracked_companies, articles, briefs, model_use, host_budgets cascade')
  fixture.model.asked.length = 0
  fixture.logged.length = 0
  fixture.model.answerWith(good)
})

const answer = (...sentences: { text: string; sources: number[] }[]): FakeAnswer => ({
  sections: [{ heading: 'Business', sentences }],
})
const good = (): FakeAnswer => answer(...GOOD)
const UNSUPPORTED: [what: string, sentences: { text: string; sources: number[] }[]][] = [
  ['a citation that does not exist', [{ text: GOOD[0]?.text ?? '', sources: [9] }]],
  ['no citation', [{ text: GOOD[0]?.text ?? '', sources: [] }]],
  ['the wrong citation', [{ text: GOOD[0]?.text ?? '', sources: [2] }]],
  ['citations of two stories', [{ text: GOOD[0]?.text ?? '', sources: [1, 2] }]],
  ['citations that are not numbers of ours', [{ text: GOOD[0]?.text ?? '', sources: [1.5, -1] }]],
  ['an invented number', [{ text: 'Cedar Robotics will hire 400 engineers in Lyon by December.', sources: [1] }]],
  ['an invented name', [{ text: 'Birch Partners led the Series B round of Cedar Robotics.', sources: [1] }]],
  ['an invented day', [{ text: 'Cedar Robotics raised $18 million on 3 May 2024.', sources: [1] }]],
  ['a claim without names', [{ text: 'The company is running out of money and its customers leave.', sources: [1] }]],
  ['a turn to the contrary', [{ text: 'Cedar Robotics will not open a plant in Lyon.', sources: [1] }]],
  ['too long a sentence', [{ text: `${GOOD[0]?.text} `.repeat(8), sources: [1] }]],
]

test.each(UNSUPPORTED)('%s reaches nobody, and the extractive brief stays', async (_, sentences) => {
  const { reader, companyId, content, sources } = await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH])
  fixture.model.answerWith(() => answer(...sentences))
  await fixture.startBriefs().run()
  expect(await fixture.read(reader.id, companyId)).toMatchObject({ content, sources, model: null })
  expect(await fixture.use()).toMatchObject({ sentences: 1, dropped: 1 })
  // The failure is recorded, so that the same request is not paid for every minute.
  expect(await fixture.startBriefs().run()).toBe(0)
})

test('a story whose first sentence is unsupported starts with the extractive one, then supported ones', async () => {
  const { reader, companyId, published } = await fixture.tracked('Cedar Robotics', [RAISE])
  fixture.model.answerWith(() =>
    answer(
      { text: 'Cedar Robotics raised $81 million in a Series B round led by Alder Capital.', sources: [1] },
      { text: 'It will open a plant in Lyon and hire 40 engineers by December.', sources: [1] },
      { text: 'Cedar Robotics has raised $18 million in a Series B round.', sources: [1] },
    ),
  )
  await fixture.startBriefs().run()
  const [first] = published[0]?.text.split(/(?<=\.) /) ?? []
  expect((await fixture.read(reader.id, companyId))?.content).toBe(
    `**Financial Updates**\n- ${first} [1]\n- It will open a plant in Lyon and hire 40 engineers by December. [1]`,
  )
})

const TROUBLES: [what: string, answer: FakeAnswer][] = [
  ['broken JSON', { text: '{"sections":' }],
  ['an answer too large', { text: 'x'.repeat(600_000) }],
  ['a tool', { toolCall: 'send_mail' }],
  ['HTTP 500', { status: 500 }],
  ['HTTP 429', { status: 429, headers: { 'retry-after': '600' } }],
  ['HTTP 401', { status: 401 }],
  ['a hang-up', 'hang up'],
]

test.each(TROUBLES)('%s leaves the brief unchanged, is counted, and is retried later', async (_, trouble) => {
  const { reader, companyId, content } = await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH])
  fixture.model.answerWith(() => trouble)
  const briefs = fixture.startBriefs()
  await briefs.run()
  expect(await fixture.read(reader.id, companyId)).toMatchObject({ content, model: null })
  const { failures, calls } = (await fixture.use()) ?? {}
  expect([failures, calls]).toEqual([1, fixture.model.asked.length])
  const before = fixture.model.asked.length
  await briefs.run()
  expect(fixture.model.asked).toHaveLength(before)
  fixture.time.now = new Date(fixture.time.now.getTime() + HOUR_MS)
  fixture.model.answerWith(good)
  await briefs.run()
  expect(await fixture.read(reader.id, companyId)).toMatchObject({ model: 'invented-1' })
})

test('a model that does not answer in time is given up, and the tokens it may have used are counted', async () => {
  const slow = await briefFixture(database, () => 'silence', { timeoutMs: 60 })
  const { reader, companyId, content } = await slow.tracked('Cedar Robotics', [RAISE])
  await slow.startBriefs().run()
  expect(await slow.read(reader.id, companyId)).toMatchObject({ content, model: null })
  expect(Number((await slow.use())?.input_tokens)).toBeGreaterThan(4000)
  await slow.close()
})

test('the tokens of a brief that cannot be saved are settled, so that the reservation does not use up the day', async () => {
  await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH])
  await database.query(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
    create trigger refuse before update on briefs execute function refuse()`)
  await fixture.startBriefs().run()
  const { calls, input_tokens: unsaved } = (await fixture.use()) ?? {}
  await database.query('drop function refuse cascade; truncate model_use')
  await fixture.startBriefs().run()
  expect({ calls, input_tokens: unsaved }).toEqual({ calls: 1, input_tokens: (await fixture.use())?.input_tokens })
})
