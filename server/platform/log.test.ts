import { expect, test } from 'vitest'
import { describeError, openLog } from './log.ts'
import { testApp } from '../testing/test-app.ts'

test('line breaks, colors and JSON in a request stay inside one valid JSON line', async () => {
  const app = await testApp()
  const hostile = '/x\u001b[31m%0d%0a{"level":"error"}'
  await app.request(hostile, { headers: { 'user-agent': 'a"}\u0009{"b', 'x-request-id': 'bad id\t"}' } })
  const lines: { path?: string; requestId?: string }[] = app.logged.map((line) => {
    expect(line.trimEnd()).not.toMatch(/[\r\n\u001b]/)
    return JSON.parse(line)
  })
  const last = lines.at(-1)
  expect(last?.path).toContain('\r\n')
  expect(last?.requestId).toMatch(/^[\w-]{36}$/)
})

test('a given request id is kept', async () => {
  const app = await testApp()
  const response = await app.request('/api/companies', { headers: { 'x-request-id': 'given-id-1234' } })
  expect(response.headers.get('x-request-id')).toBe('given-id-1234')
  expect(await response.json()).toMatchObject({ requestId: 'given-id-1234' })
  expect(app.logged.at(-1)).toContain('"requestId":"given-id-1234"')
})

test('passwords, tokens and query strings never reach the log, even when a request fails', async () => {
  const app = await testApp()
  const user = await app.signUp()
  const canary = 'canary-7f3a'
  await user.get(`/api/companies?access_token=${canary}`)
  await user.send('POST', '/api/companies', { name: '', website: canary, password: canary })
  await user.send('POST', '/api/companies', { name: canary, website: `https://${canary}.example` })
  await app.request('/api/companies', {
    headers: { authorization: `Bearer ${canary}.${canary}.${canary}`, cookie: `a=${canary}` },
  })
  await app.database.query('alter table companies rename column name to renamed')
  expect((await user.send('POST', '/api/companies', { name: canary, website: 'x.example' })).status).toBe(500)
  const text = app.logged.join('')
  expect(text).toContain('unexpected error')
  expect(text).not.toContain(canary)
  expect(text).not.toContain(user.token)
})

test('the details of an unexpected error are shown only to the operator', async () => {
  const app = await testApp()
  const user = await app.signUp()
  await app.database.query('alter table companies rename column name to renamed')
  const response = await user.get('/api/companies')
  expect(await response.json()).toEqual({
    type: 'about:blank',
    status: 500,
    code: 'unexpected',
    message: 'An unexpected error occurred',
    requestId: expect.any(String),
  })
  expect(app.logged.join('')).toMatch(/column .*name.* does not exist/)
})

test('a failed query is described by the reason of the database, without the statement and its values', () => {
  const failed = new Error('Failed query: select secret', { cause: new Error('relation is missing') })
  expect(describeError(failed)).toMatchObject({ message: 'relation is missing' })
  const outer = describeError(new Error('failed to save', { cause: failed }))
  expect(outer).toMatchObject({ message: 'failed to save', cause: 'relation is missing' })
})

test('a copy of an error is described like the error', () => {
  const { message, stack } = new Error('the database system is shutting down')
  expect(describeError({ message, stack, code: '57P03' })).toMatchObject({ message, code: '57P03' })
  expect(describeError('just text')).toEqual({ message: 'just text' })
})

test('as a second safeguard, fields named like secrets are not logged', () => {
  const lines: string[] = []
  openLog('info', { write: (line) => lines.push(line) }).info(
    { password: 'a1b2', body: { refresh_token: 'c3d4' } },
    'x',
  )
  expect(lines.join()).not.toMatch(/a1b2|c3d4/)
})
