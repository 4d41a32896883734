import { afterAll, beforeEach, expect, test } from 'vitest'
import { newsSections } from '#domain/news-content.ts'
import { briefScene, type SceneArticle } from '../../testing/brief-scene.ts'
import type { FakeAnswer, ShownItems } from '../../testing/fake-model.ts'
import { testDatabase } from '../../testing/test-database.ts'

const RAISE: SceneArticle = {
  title: 'Cedar Robotics raises $18 million Series B',
  text: 'Cedar Robotics, a maker of robots for orchards, has raised $18 million in a Series B round led by Alder Capital. It will open a plant in Lyon and hire 40 engineers by December. Chief executive Maria Lindqvist said revenue grew 35 percent in 2025.',
  section: 'Financial Updates',
}
const LAUNCH: SceneArticle = {
  title: 'Cedar Robotics launches a picker for pears',
  text: 'Cedar Robotics launched a robot that picks pears on Monday. The machine works for nine hours on one battery.',
  section: 'Technology & Innovation',
}
const GOOD = [
  { text: 'Alder Capital led the Series B round in which Cedar Robotics raised $18M.', sources: [1] },
  {
    text: 'A robot that picks pears, working nine hours on one battery, was launched by Cedar Robotics on Monday.',
    sources: [2],
  },
]

const database = await testDatabase()
const scene = await briefScene(database, () => good())
afterAll(async () => {
  await scene.close()
  await database.close()
})
beforeEach(async () => {
  await database.query('truncate users, subjects, articles, news, model_use, host_budgets cascade')
  scene.model.asked.length = 0
  scene.logged.length = 0
  scene.model.answerWith(good)
})

const answer = (...sentences: { text: string; sources: number[] }[]): FakeAnswer => ({
  sections: [{ heading: 'Business', sentences }],
})
const good = (): FakeAnswer => answer(...GOOD)
const linesOf = (content: string) =>
  newsSections(content).flatMap(({ lines }) => lines.map(({ text }) => text))

test('what a model wrote and its sources say stands in the brief, under our headings, with our sources', async () => {
  const { reader, companyId, sources, id } = await scene.tracked('Cedar Robotics', [RAISE, LAUNCH])
  expect(await scene.startBriefs().run()).toBe(1)
  const brief = await scene.read(reader.id, companyId)
  expect(brief).toMatchObject({ id, model: 'invented-1', sentences: 2, verified: 2, sources })
  expect(brief?.content).toBe(
    `**Financial Updates**\n- ${GOOD[0]?.text} [1]\n\n**Technology & Innovation**\n- ${GOOD[1]?.text} [2]`,
  )
  expect(await scene.use()).toMatchObject({
    calls: 1,
    failures: 0,
    input_tokens: '1000',
    output_tokens: '200',
    sentences: 2,
    dropped: 0,
  })
  expect(await scene.startBriefs().run()).toBe(0)
})

test('a story of which nothing held keeps its chosen sentence; the counters tell what was thrown away', async () => {
  const { reader, companyId } = await scene.tracked('Cedar Robotics', [RAISE, LAUNCH])
  scene.model.answerWith(() =>
    answer(
      { text: 'Cedar Robotics raised $81 million in a Series B round led by Alder Capital.', sources: [1] },
      ...GOOD.slice(1),
    ),
  )
  await scene.startBriefs().run()
  const brief = await scene.read(reader.id, companyId)
  expect(linesOf(brief?.content ?? '')).toEqual([
    'Cedar Robotics, a maker of robots for orchards, has raised $18 million in a Series B round led by Alder Capital.',
    GOOD[1]?.text,
  ])
  expect(brief).toMatchObject({ model: 'invented-1', sentences: 2, verified: 2 })
  expect(await scene.use()).toMatchObject({ sentences: 2, dropped: 1 })
})

const UNSUPPORTED: [what: string, sentences: { text: string; sources: number[] }[]][] = [
  ['a citation that does not exist', [{ text: GOOD[0]?.text ?? '', sources: [9] }]],
  ['no citation', [{ text: GOOD[0]?.text ?? '', sources: [] }]],
  ['the wrong citation', [{ text: GOOD[0]?.text ?? '', sources: [2] }]],
  ['citations of two stories', [{ text: GOOD[0]?.text ?? '', sources: [1, 2] }]],
  ['citations that are no numbers of ours', [{ text: GOOD[0]?.text ?? '', sources: [1.5, -1] }]],
  [
    'an invented number',
    [{ text: 'Cedar Robotics will hire 400 engineers in Lyon by December.', sources: [1] }],
  ],
  ['an invented name', [{ text: 'Birch Partners led the Series B round of Cedar Robotics.', sources: [1] }]],
  ['an invented day', [{ text: 'Cedar Robotics raised $18 million on 3 May 2024.', sources: [1] }]],
  [
    'a claim without names',
    [{ text: 'The company is running out of money and its customers leave.', sources: [1] }],
  ],
  ['a turn to the contrary', [{ text: 'Cedar Robotics will not open a plant in Lyon.', sources: [1] }]],
  ['too long a sentence', [{ text: `${GOOD[0]?.text} `.repeat(8), sources: [1] }]],
]

test.each(UNSUPPORTED)(
  '%s reaches nobody, and the brief of chosen sentences stands',
  async (_, sentences) => {
    const { reader, companyId, content, sources } = await scene.tracked('Cedar Robotics', [RAISE, LAUNCH])
    scene.model.answerWith(() => answer(...sentences))
    await scene.startBriefs().run()
    expect(await scene.read(reader.id, companyId)).toMatchObject({ content, sources, model: null })
    expect(await scene.use()).toMatchObject({ sentences: 1, dropped: 1 })
    // It was noted that nothing held: the same question is not paid for every minute.
    expect(await scene.startBriefs().run()).toBe(0)
  },
)

const TROUBLES: [what: string, answer: FakeAnswer][] = [
  ['broken JSON', { text: '{"sections":' }],
  ['an answer too large', { text: 'x'.repeat(600_000) }],
  ['a tool', { toolCall: 'send_mail' }],
  ['HTTP 500', { status: 500 }],
  ['HTTP 429', { status: 429, headers: { 'retry-after': '600' } }],
  ['HTTP 401', { status: 401 }],
  ['a hang-up', 'hang up'],
]

test.each(TROUBLES)(
  '%s leaves the brief as it was, is counted, and is tried again later',
  async (_, trouble) => {
    const { reader, companyId, content } = await scene.tracked('Cedar Robotics', [RAISE, LAUNCH])
    scene.model.answerWith(() => trouble)
    const briefs = scene.startBriefs()
    await briefs.run()
    expect(await scene.read(reader.id, companyId)).toMatchObject({ content, model: null })
    const { failures, calls } = (await scene.use()) ?? {}
    expect([failures, calls]).toEqual([1, scene.model.asked.length])
    const before = scene.model.asked.length
    await briefs.run()
    expect(scene.model.asked).toHaveLength(before)
    scene.time.now = new Date(scene.time.now.getTime() + 3_600_000)
    scene.model.answerWith(good)
    await briefs.run()
    expect(await scene.read(reader.id, companyId)).toMatchObject({ model: 'invented-1' })
  },
)

test('who does not answer in time is not waited for, and what it may have taken is counted', async () => {
  const slow = await briefScene(database, () => 'silence', { timeoutMs: 60 })
  const { reader, companyId, content } = await slow.tracked('Cedar Robotics', [RAISE])
  await slow.startBriefs().run()
  expect(await slow.read(reader.id, companyId)).toMatchObject({ content, model: null })
  expect(Number((await slow.use())?.input_tokens)).toBeGreaterThan(4000)
  await slow.close()
})

test('at the cap nothing is asked any more that day; the next day it goes on', async () => {
  const capped = await briefScene(database, good, { environment: { AI_DAILY_TOKENS: '7000' } })
  const first = await capped.tracked('Cedar Robotics', [RAISE, LAUNCH])
  const briefs = capped.startBriefs()
  for (const name of ['Cedar Robotics', 'Cedar Robotics', 'Cedar Robotics'])
    await capped.tracked(name, [RAISE, LAUNCH])
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

test('PR-05: who does not want a model reads chosen sentences, and nothing is sent for them alone', async () => {
  const alone = await scene.tracked('Cedar Robotics', [RAISE, LAUNCH], { usesModel: false })
  const nobody = await scene.subject('Nobody tracks this')
  await scene.brief({ subjectId: nobody }, await scene.publish(nobody, [RAISE]))
  const removed = await scene.tracked('Removed', [RAISE])
  await database.query('update companies set removed_at = now() where id = $1', [removed.companyId])
  const own = await scene.company(alone.reader.id, alone.subjectId, 'Cedar of mine', true)
  await scene.brief({ companyId: own, userId: alone.reader.id }, alone.told)
  expect(await scene.startBriefs().run()).toBe(0)
  expect(scene.model.asked).toEqual([])

  const other = await scene.user()
  const otherCompany = await scene.company(other.id, alone.subjectId, 'Cedar')
  expect(await scene.startBriefs().run()).toBe(1)
  expect(await scene.read(other.id, otherCompany)).toMatchObject({ model: 'invented-1' })
  expect(await scene.read(alone.reader.id, alone.companyId)).toMatchObject({
    model: null,
    content: alone.content,
  })
})

test('PR-05: the question holds article text and the name of the company, and nothing of a person or of another company', async () => {
  const contact = `${RAISE.text} Contact: press@cedar.example, https://cedar.example/press?utm=1`
  const cedar = await scene.tracked('Cedar Robotics', [{ ...RAISE, text: contact }])
  const other = await scene.tracked('Quince Canary Foods', [
    { title: 'Quince Canary opens', text: 'Quince Canary Foods opened a shop.' },
  ])
  const own = await scene.company(cedar.reader.id, cedar.subjectId, 'Cedar (my stake)', true)
  await scene.brief({ companyId: own, userId: cedar.reader.id }, cedar.told)
  await scene.startBriefs().run()
  expect(scene.model.asked).toHaveLength(3)
  for (const { body, items, headers } of scene.model.asked) {
    const whole = `${body}${JSON.stringify({ ...headers, host: '' })}`
    for (const secret of [cedar.reader.id, cedar.reader.email, other.reader.id, other.reader.email])
      expect(whole).not.toContain(secret)
    expect(JSON.stringify(items)).not.toMatch(/@|https?:|utm/)
    const isQuince = items?.company === 'Quince Canary Foods'
    expect(body.includes('Cedar')).toBe(!isQuince)
    expect(body.includes('Quince')).toBe(isQuince)
  }
  expect(scene.logged.join('')).not.toMatch(/key-of-the-scene|Series B|readers\.example/)
})

test('a brief that was replaced meanwhile is not written over', async () => {
  const { reader, companyId, subjectId, told } = await scene.tracked('Cedar Robotics', [RAISE, LAUNCH])
  const briefs = scene.startBriefs()
  const running = briefs.run()
  const newer = await scene.brief({ subjectId }, told.slice(1))
  await running
  const brief = await scene.read(reader.id, companyId)
  expect([brief?.id, brief?.content.includes('raised')]).toEqual([newer.id, false])
})

test('own view: one brief, written for its owner alone', async () => {
  const { reader, subjectId, told } = await scene.tracked('Cedar Robotics', [RAISE, LAUNCH])
  const own = await scene.company(reader.id, subjectId, 'Cedar Robotics', true)
  await scene.brief({ companyId: own, userId: reader.id }, told)
  await scene.startBriefs().run()
  expect(await scene.read(reader.id, own)).toMatchObject({ model: 'invented-1', sentences: 2 })
})

test('open pages are told once it is written', async () => {
  const { subjectId } = await scene.tracked('Cedar Robotics', [RAISE, LAUNCH])
  const heard: string[] = []
  const stop = await database.listen('tidings_news', (payload) => heard.push(payload))
  await scene.startBriefs().run()
  await expect.poll(() => heard).toEqual([JSON.stringify([subjectId])])
  await stop()
})

test('another telling of a story is shown too, and may be cited with it', async () => {
  const second = {
    ...RAISE,
    title: 'Orchard robots get funding',
    text: 'The round also brought Alder’s partner Noor Haddad to the board of Cedar Robotics.',
  }
  const { reader, companyId, told, subjectId } = await scene.tracked('Cedar Robotics', [
    { ...RAISE, story: 1 },
  ])
  const [other] = await scene.publish(subjectId, [second])
  await database.query('update subject_articles set story_id = $1 where article_id = $2', [
    told[0]?.id,
    other?.id,
  ])
  scene.model.answerWith((items: ShownItems) =>
    answer({
      text: 'Noor Haddad, a partner of Alder, joined the board of Cedar Robotics with the round.',
      sources: [1, items.articles.length],
    }),
  )
  await scene.startBriefs().run()
  const brief = await scene.read(reader.id, companyId)
  expect(brief?.content).toBe(
    '**Financial Updates**\n- Noor Haddad, a partner of Alder, joined the board of Cedar Robotics with the round. [1][2]',
  )
  expect(brief?.sources.map(({ url }) => url)).toEqual([told[0]?.url, other?.url])
})
