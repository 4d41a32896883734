import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BriefSection } from '#domain/news/briefs.ts'
import { briefFixture, GOOD, LAUNCH, RAISE } from '../../../testing/fixtures/brief-fixture.ts'
import type { FakeAnswer, ShownItems } from '../../../testing/network/fake-model.ts'
import { testDatabase } from '../../../testing/test-database.ts'

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
const textsOf = (sections: BriefSection[] = []) =>
  sections.flatMap(({ sentences }) => sentences.map(({ text }) => text))

test('supported sentences of a model appear in the brief, under our headings and with our sources', async () => {
  const { reader, companyId, sources, id } = await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH])
  expect(await fixture.startBriefs().run()).toBe(1)
  const brief = await fixture.read(reader.id, companyId)
  expect(brief).toMatchObject({ id, model: 'invented-1', sentences: 2, verified: 2, sources })
  expect(brief?.content).toBe(
    `**Financial Updates**\n- ${GOOD[0]?.text} [1]\n\n**Technology & Innovation**\n- ${GOOD[1]?.text} [2]`,
  )
  expect(await fixture.use()).toMatchObject({
    calls: 1,
    failures: 0,
    input_tokens: '1000',
    output_tokens: '200',
    sentences: 2,
    dropped: 0,
  })
  expect(await fixture.startBriefs().run()).toBe(0)
})

test('a story without a supported sentence stays extractive, and dropped sentences are counted', async () => {
  const { reader, companyId } = await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH])
  fixture.model.answerWith(() =>
    answer(
      { text: 'Cedar Robotics raised $81 million in a Series B round led by Alder Capital.', sources: [1] },
      ...GOOD.slice(1),
    ),
  )
  await fixture.startBriefs().run()
  const brief = await fixture.read(reader.id, companyId)
  expect(textsOf(brief?.sections)).toEqual([
    'Cedar Robotics, a maker of robots for orchards, has raised $18 million in a Series B round led by Alder Capital.',
    GOOD[1]?.text,
  ])
  expect(brief).toMatchObject({ model: 'invented-1', sentences: 2, verified: 2 })
  expect(await fixture.use()).toMatchObject({ sentences: 2, dropped: 1 })
})

test('the daily token limit stops requests until the next day', async () => {
  const capped = await briefFixture(database, good, { environment: { AI_DAILY_TOKENS: '7000' } })
  const first = await capped.tracked('Cedar Robotics', [RAISE, LAUNCH])
  const briefs = capped.startBriefs()
  for (const name of ['Cedar Robotics', 'Cedar Robotics', 'Cedar Robotics']) await capped.tracked(name, [RAISE, LAUNCH])
  for (let run = 0; run < 5; run += 1) await briefs.run()
  const asked = capped.model.asked.length
  expect(asked).toBe(2)
  const { input_tokens: input, output_tokens: output } = (await capped.use()) ?? {}
  expect(Number(input) + Number(output)).toBeLessThanOrEqual(7000)
  expect(await capped.read(first.reader.id, first.companyId)).toBeDefined()
  capped.time.now = new Date('2026-03-11T00:00:01.000Z')
  await briefs.run()
  expect(capped.model.asked.length).toBeGreaterThan(asked)
  await capped.close()
})

test('users who opt out of the model read extractive briefs, and nothing is sent just for them', async () => {
  const alone = await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH], { usesModel: false })
  const nobody = await fixture.trackedCompany('Nobody tracks this')
  await fixture.brief({ trackedCompanyId: nobody }, await fixture.publish(nobody, [RAISE]))
  const removed = await fixture.tracked('Removed', [RAISE])
  await database.query('update companies set removed_at = now() where id = $1', [removed.companyId])
  const own = await fixture.company(alone.reader.id, alone.trackedCompanyId, 'Cedar of mine', true)
  await fixture.brief({ companyId: own, userId: alone.reader.id }, alone.published)
  expect(await fixture.startBriefs().run()).toBe(0)
  expect(fixture.model.asked).toEqual([])

  const other = await fixture.user()
  const otherCompany = await fixture.company(other.id, alone.trackedCompanyId, 'Cedar')
  expect(await fixture.startBriefs().run()).toBe(1)
  expect(await fixture.read(other.id, otherCompany)).toMatchObject({ model: 'invented-1' })
  expect(await fixture.read(alone.reader.id, alone.companyId)).toMatchObject({
    model: null,
    content: alone.content,
  })
})

test('the prompt has article text and the company name, and nothing about users or other companies', async () => {
  const contact = `${RAISE.text} Contact: press@cedar.example, https://cedar.example/press?utm=1`
  const cedar = await fixture.tracked('Cedar Robotics', [{ ...RAISE, text: contact }])
  const other = await fixture.tracked('Quince Canary Foods', [
    { title: 'Quince Canary opens', text: 'Quince Canary Foods opened a shop.' },
  ])
  const own = await fixture.company(cedar.reader.id, cedar.trackedCompanyId, 'Cedar (my stake)', true)
  await fixture.brief({ companyId: own, userId: cedar.reader.id }, cedar.published)
  await fixture.startBriefs().run()
  expect(fixture.model.asked).toHaveLength(3)
  for (const { body, items, headers } of fixture.model.asked) {
    const whole = `${body}${JSON.stringify({ ...headers, host: '' })}`
    for (const secret of [cedar.reader.id, cedar.reader.email, other.reader.id, other.reader.email])
      expect(whole).not.toContain(secret)
    expect(JSON.stringify(items)).not.toMatch(/@|https?:|utm/)
    const isQuince = items?.company === 'Quince Canary Foods'
    expect(body.includes('Cedar')).toBe(!isQuince)
    expect(body.includes('Quince')).toBe(isQuince)
  }
  expect(fixture.logged.join('')).not.toMatch(/key-of-the-fixture|Series B|readers\.example/)
})

test('a brief that was replaced in the meantime is not overwritten', async () => {
  const { reader, companyId, trackedCompanyId, published } = await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH])
  const briefs = fixture.startBriefs()
  const running = briefs.run()
  const newer = await fixture.brief({ trackedCompanyId }, published.slice(1))
  await running
  const brief = await fixture.read(reader.id, companyId)
  expect([brief?.id, brief?.content.includes('raised')]).toEqual([newer.id, false])
})

test('the separate brief of a company with overrides is written by the model too', async () => {
  const { reader, trackedCompanyId, published } = await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH])
  const own = await fixture.company(reader.id, trackedCompanyId, 'Cedar Robotics', true)
  await fixture.brief({ companyId: own, userId: reader.id }, published)
  await fixture.startBriefs().run()
  expect(await fixture.read(reader.id, own)).toMatchObject({ model: 'invented-1', sentences: 2 })
})

test('a name that an owner gave and articles from a feed that they pasted are not sent', async () => {
  const { reader, trackedCompanyId, published } = await fixture.tracked('Cedar Robotics', [RAISE])
  const own = await fixture.company(reader.id, trackedCompanyId, 'Cedar, my secret stake', true)
  const [alert] = await fixture.publish(trackedCompanyId, [{ ...LAUNCH, title: 'From my own alert' }])
  await database.query(`update articles set owner_company_id = $1 where id = $2`, [own, alert?.id])
  await fixture.brief({ companyId: own, userId: reader.id }, [...published, ...(alert ? [alert] : [])])
  await fixture.startBriefs().run()
  expect(fixture.model.asked.map(({ body }) => body).join('')).not.toMatch(/secret stake|my own alert|picks pears/)
  const brief = await fixture.read(reader.id, own)
  expect(brief).toMatchObject({ model: 'invented-1', sentences: 2, verified: 2 })
  expect(brief?.content).toContain('launched a robot that picks pears on Monday. [2]')
})

test('open pages are notified once a brief is written', async () => {
  const { trackedCompanyId } = await fixture.tracked('Cedar Robotics', [RAISE, LAUNCH])
  const heard: string[] = []
  const stop = await database.listen(['tidings_news'], { onPayload: (_topic, payload) => heard.push(payload) })
  await fixture.startBriefs().run()
  await expect.poll(() => heard).toEqual([JSON.stringify([trackedCompanyId])])
  await stop()
})

test('other articles of a story are shown to the model, and can be cited', async () => {
  const second = {
    ...RAISE,
    title: 'Orchard robots get funding',
    text: 'The round also brought Alder’s partner Noor Haddad to the board of Cedar Robotics.',
  }
  const { reader, companyId, published, trackedCompanyId } = await fixture.tracked('Cedar Robotics', [
    { ...RAISE, story: 1 },
  ])
  const [other] = await fixture.publish(trackedCompanyId, [second])
  await database.query('update tracked_company_articles set story_id = $1 where article_id = $2', [
    published[0]?.id,
    other?.id,
  ])
  fixture.model.answerWith((items: ShownItems) =>
    answer({
      text: 'Noor Haddad, a partner of Alder, joined the board of Cedar Robotics with the round.',
      sources: [1, items.articles.length],
    }),
  )
  await fixture.startBriefs().run()
  const brief = await fixture.read(reader.id, companyId)
  expect(brief?.content).toBe(
    '**Financial Updates**\n- Noor Haddad, a partner of Alder, joined the board of Cedar Robotics with the round. [1][2]',
  )
  expect(brief?.sources.map(({ url }) => url)).toEqual([published[0]?.url, other?.url])
})
