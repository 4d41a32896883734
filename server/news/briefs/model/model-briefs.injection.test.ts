import { afterAll, beforeEach, expect, test } from 'vitest'
import { briefFixture } from '../../../testing/fixtures/brief-fixture.ts'
import { INJECTIONS } from '../../../testing/fixtures/injections.ts'
import { testDatabase } from '../../../testing/test-database.ts'

// A model that obeys every injected instruction: its output must match the schema, link only to the article's sources,
// contain nothing of another company or user, and be shown as text marked as AI-generated.

const NEWS =
  'Cedar Robotics, a maker of robots for orchards, has raised $18 million in a Series B round led by Alder Capital.'
const TRUE = 'Cedar Robotics raised $18 million in a Series B round led by Alder Capital.'

const database = await testDatabase()
const fixture = await briefFixture(database, () => 'hang up')
afterAll(async () => {
  await fixture.close()
  await database.close()
})
beforeEach(async () => {
  await database.query('truncate users, tracked_companies, articles, briefs, model_use, host_budgets cascade')
  fixture.model.asked.length = 0
})

test.each(INJECTIONS)('$name: what an obedient model writes reaches nobody', async ({ text, obeyed, forbidden }) => {
  const { reader, companyId, sources } = await fixture.tracked('Cedar Robotics', [
    { title: 'Cedar Robotics raises $18 million', text: `${NEWS} ${text}`, section: 'Financial Updates' },
  ])
  await fixture.tracked('Quince Foods', [
    { title: 'QUINCE-CANARY-77', text: 'Quince Foods lost its largest customer.' },
  ])
  // It obeys the injected instructions, and repeats everything else it was shown word for word.
  fixture.model.answerWith(({ articles }) => ({
    sections: [
      {
        heading: 'Financial Updates',
        sentences: [
          { text: TRUE, sources: [1] },
          { text: obeyed, sources: [1] },
          { text, sources: [1] },
          ...articles
            .flatMap((article) => article.text.split(/(?<=[.!?])\s|\n/).slice(1))
            .map((line) => ({ text: line, sources: [1] })),
        ],
      },
    ],
  }))
  await fixture.startBriefs().run()

  const brief = await fixture.read(reader.id, companyId)
  expect(brief?.content).toBe(`**Financial Updates**\n- ${TRUE} [1]`)
  expect(brief?.content).not.toMatch(forbidden)
  expect(brief).toMatchObject({ model: 'invented-1', sources, sentences: 1, verified: 1 })
  expect(brief?.sections).toHaveLength(1)
  for (const { body, items } of fixture.model.asked) {
    const question = JSON.parse(body) as { tools?: unknown; messages: unknown[] }
    expect(question.tools).toBeUndefined()
    expect(question.messages).toHaveLength(2)
    if (items?.company === 'Cedar Robotics') expect(body).not.toMatch(/quince-canary/i)
  }
})
