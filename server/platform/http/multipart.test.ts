import { Busboy } from '@fastify/busboy'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#domain/companies/files.ts'
import { AppError, STATUS_OF } from '#domain/errors.ts'
import { collect, readUpload } from './multipart.ts'

const BOUNDARY = 'frontier'
let server: Server
let port = 0

beforeAll(async () => {
  const app = new Hono()
  app.post('/', async (c) => {
    const { name, bytes } = await readUpload(c.req.raw)
    return c.json({ name, size: bytes.length, text: bytes.subarray(0, 100).toString() })
  })
  app.onError((error, c) =>
    error instanceof AppError
      ? c.json({ message: error.message }, STATUS_OF[error.code])
      : c.json({ message: String(error) }, 500),
  )
  const answer = getRequestListener(app.fetch)
  server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const part = (head: string, content: string) => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`
const filePart = (fileName: string, content = 'Company,Website') =>
  part(`Content-Disposition: form-data; name="file"; filename="${fileName}"`, content)
const END = `--${BOUNDARY}--\r\n`

/** Sends exactly these bytes and resolves with the response, or null if the server hangs up without one. */
function say(
  body: string,
  {
    type = `multipart/form-data; boundary=${BOUNDARY}`,
    length = Buffer.byteLength(body),
    hangUp = false,
  }: { type?: string; length?: number; hangUp?: boolean } = {},
): Promise<{ status: number; body: string } | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
      if (answer.includes('}')) socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]
      resolve(status ? { status: Number(status), body: answer } : null)
    })
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`,
    )
    if (hangUp) setTimeout(() => socket.destroy(), 5)
  })
}

async function post(bytes: Uint8Array, { chunked = false, name = 'list.csv', type = 'text/csv' } = {}) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const request = new Request(`http://127.0.0.1:${port}/`, { method: 'POST', body: form })
  const response = chunked
    ? await fetch(request.url, {
        method: 'POST',
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        body: request.body,
        duplex: 'half',
      } as RequestInit)
    : await fetch(request)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test.each([false, true])('a file of 5 MiB is accepted and one byte more is not, chunked: %s', async (chunked) => {
  const atLimit = await post(new Uint8Array(MAX_FILE_BYTES), { chunked })
  expect(atLimit).toMatchObject({ status: 200, body: { name: 'list.csv', size: 5 * 1024 * 1024 } })
  const beyond = await post(new Uint8Array(MAX_FILE_BYTES + 1), { chunked })
  expect(beyond).toEqual({ status: 413, body: { message: 'Maximum file size is 5MB' } })
  const farBeyond = await post(new Uint8Array(4 * MAX_FILE_BYTES), { chunked })
  expect(farBeyond.status).toBe(413)
})

test('an upload leaves nothing on disk', async () => {
  const before = readdirSync(tmpdir()).filter((name) => /upload|busboy|multipart/i.test(name))
  await post(new Uint8Array(1024 * 1024))
  expect(readdirSync(tmpdir()).filter((name) => /upload|busboy|multipart/i.test(name))).toEqual(before)
})

test.each([
  ['../../etc/passwd.csv', 'passwd.csv'],
  ['C:\\\\Users\\\\me\\\\list.csv', 'list.csv'],
  ['list\u0007\u202E.csv', 'list .csv'],
  [`${'n'.repeat(300)}.csv`, `${'n'.repeat(251)}.csv`],
])('the file name %j is read as %j', async (sent, taken) => {
  const answer = await say(filePart(sent) + END)
  expect(answer?.status).toBe(200)
  expect(answer?.body).toContain(JSON.stringify(taken))
})

test.each([
  ['no field called file', part('Content-Disposition: form-data; name="other"', 'x') + END],
  ['a form without a choice', filePart('', '') + END],
  ['an empty field name', part('Content-Disposition: form-data; name=""; filename="a.csv"', 'x') + END],
  ['no field name', part('Content-Disposition: form-data; filename="a.csv"', 'x') + END],
])('%s: 422 "Please select a file to upload"', async (_, body) => {
  const answer = await say(body)
  expect(answer?.status).toBe(422)
  expect(answer?.body).toContain('Please select a file to upload')
})

test.each([
  ['another content type', filePart('a.csv') + END, { type: 'application/json' }],
  ['no boundary', filePart('a.csv') + END, { type: 'multipart/form-data' }],
  ['an empty boundary', filePart('a.csv') + END, { type: 'multipart/form-data; boundary=' }],
  ['a boundary that never comes', filePart('a.csv') + END, { type: 'multipart/form-data; boundary=other' }],
  ['no end', filePart('a.csv'), {}],
  ['half an end', `${filePart('a.csv')}--fron`, {}],
  ['an empty body', '', {}],
  ['ten thousand parts', part('Content-Disposition: form-data; name="x"', '1').repeat(10_000) + END, {}],
  ['a file name of ten kilobytes', filePart(`${'n'.repeat(10 * 1024)}.csv`) + END, {}],
  ['two files', filePart('a.csv') + filePart('b.csv') + END, {}],
])('multipart abuse: %s gets 400', async (_, body, how) => {
  expect((await say(body, how))?.status).toBe(400)
})

test('either a missing end or a parser error is enough to refuse a truncated upload', async () => {
  const form = () => new Busboy({ headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } })
  const [silent, loud] = [form(), form()]
  const cut = collect(silent)
  const stream = new PassThrough()
  silent.emit('file', 'file', stream, 'a.csv')
  stream.write('Company,Web')
  await new Promise((resolve) => setImmediate(resolve))
  expect(() => cut.result()).toThrow('The upload could not be read')

  const broken = collect(loud)
  loud.emit('error', new Error('Unexpected end of multipart data'))
  await expect(broken.failed).rejects.toThrow('The upload could not be read')
})

test('multipart abuse: line breaks in a file name never reach a response', async () => {
  const folded = await say(filePart('a\r\nX-Evil: 1\r\n.csv') + END)
  expect(folded?.body).toContain('"name":"a"')
  expect(folded?.body).not.toMatch(/^X-Evil/im)
  expect((await say(filePart('a\n.csv') + END))?.status).toBe(422)
})

test('multipart abuse: a thousand aborted streams leave no file descriptors behind', async () => {
  const open = () => readdirSync('/proc/self/fd').length
  const whole = filePart('a.csv', 'x'.repeat(2000)) + END
  await say(whole.slice(0, 300), { length: whole.length, hangUp: true })
  const before = open()
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        say(whole.slice(0, 1 + (((round * 50 + index) * 2) % whole.length)), {
          length: whole.length,
          hangUp: true,
        }),
      ),
    )
  }
  await expect.poll(open, { timeout: 5000 }).toBeLessThan(before + 10)
  expect((await say(whole))?.status).toBe(200)
})
