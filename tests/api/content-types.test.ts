import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp, type TestApp, type TestUser } from '../../server/testing/test-app.ts'

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
      }),
    ),
  ),
})

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
  await app.database.query(`update users set role = 'admin' where id = $1`, [user.id])
})

async function jsonRoutes() {
  const { paths } = Document.parse(await (await app.request('/api/openapi.json')).json())
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => Object.keys(requestBody?.content ?? {}).join() === 'application/json')
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, '1') })),
  )
}

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'nonsense',
  'application/json;',
  undefined,
])('every JSON route answers 415 to a body of type %s', async (type) => {
  const routes = await jsonRoutes()
  expect(routes.length).toBeGreaterThanOrEqual(25)
  const answers = []
  for (const { method, path } of routes) {
    const headers = { authorization: `Bearer ${user.token}`, ...(type && { 'content-type': type }) }
    // Bytes, because a text would be sent as text/plain.
    const response = await app.request(path, { method, headers, body: new TextEncoder().encode('{}') })
    answers.push([method, path, response.status, ((await response.json()) as { code: string }).code])
  }
  expect(answers).toEqual(routes.map(({ method, path }) => [method, path, 415, 'unsupported-media-type']))
})

test('other JSON content types are accepted', async () => {
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json']) {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': type }
    const init = { method: 'PATCH', headers, body: JSON.stringify({ firstName: 'Ada' }) }
    expect([type, (await app.request('/api/profile', init)).status]).toEqual([type, 200])
  }
})
