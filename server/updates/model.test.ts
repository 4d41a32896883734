import { afterAll, expect, test } from 'vitest'
import { build } from '../testing/inbound/build-message.ts'
import { cedar, direct } from '../testing/inbound/drafts.ts'
import { inboundApp } from '../testing/inbound/inbound-fixture.ts'
import { fakeModel } from '../testing/network/fake-model.ts'

const asked: string[] = []
const model = await fakeModel(({ articles }) => {
  asked.push(...articles.map(({ title, text }) => `${title}\n${text}`))
  return { sections: [] }
})
afterAll(() => model.close())

test('no model reads an update unless its owner allows it', async () => {
  const { app, owner, addressOf, receive } = await inboundApp({
    AI: 'openai-compatible',
    AI_BASE_URL: `${model.url}/v1`,
    AI_MODEL: 'invented-2',
  })
  const ada = await owner()
  await ada.send('PUT', '/api/account/ai', { usesModel: true })
  const update = (subject: string) => build({ ...direct({ ...cedar, subject }), signedBy: ['cedarrobotics.com'] })
  const address = await addressOf(ada)
  expect(await receive(ada, address, await update('Kept private'))).toMatchObject({ state: 'filed' })
  await app.runJob('briefs.model', {})
  expect(asked).toEqual([])
  await ada.send('PATCH', '/api/updates/settings', { allowsModel: true })
  await receive(ada, address, await update('Now allowed'))
  await app.runJob('briefs.model', {})
  expect(asked.join('\n')).toContain('Now allowed')
})
