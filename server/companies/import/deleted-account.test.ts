import { beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

const FILE = 'Company,Website\nAcme,acme.example\n'
const HEAD = `--edge\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\n\r\n`

/** The upload is signed in before its last byte arrives; `meanwhile` runs in between. */
async function uploadDuring(meanwhile: () => Promise<unknown>, headers: Record<string, string>, token: string) {
  const isSignedIn = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isSignedIn.resolve()
        await meanwhile()
        controller.enqueue(Buffer.from(`${HEAD}${FILE}\r\n--edge--\r\n`))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return app.request('/api/companies/bulk-upload', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=edge',
      origin: 'http://localhost',
      ...headers,
    },
    body,
    duplex: 'half',
  } as RequestInit)
}

test.each([
  ['as JSON', {}],
  ['with progress', { accept: 'application/x-ndjson' }],
])(
  'an upload %s whose account is deleted meanwhile is answered like any request without a session',
  async (_, headers) => {
    const ada = await app.signUp()
    const erase = async () =>
      expect((await ada.send('DELETE', '/api/account', { password: 'Password1!' })).status).toBe(204)
    const response = await uploadDuring(erase, headers, ada.token)
    const text = await response.text()
    const after = await ada.get('/api/companies')
    const { code, message } = (await after.json()) as { code: string; message: string }
    expect(after.status).toBe(401)
    expect(text).toContain(`"code":"${code}"`)
    expect(text).toContain(message)
    if (!('accept' in headers)) expect(response.status).toBe(401)
    expect(app.logged.join('')).not.toContain('unexpected error')
  },
)
