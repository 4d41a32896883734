import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { connect } from './open.ts'
import { translateDatabaseError } from './errors.ts'

const wrapped = (cause: unknown) => new Error('Failed query: select 1', { cause })
const coded = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  coded('ECONNREFUSED'),
  coded('EMFILE'),
  wrapped(coded('ENOENT')),
  coded('57P03'),
  wrapped(coded('57P01')),
  coded('53100'),
  coded('55P03'),
  coded('40P01'),
  coded('25006'),
  wrapped(new Error('Query read timeout')),
  new Error('Connection terminated unexpectedly'),
  wrapped(new Error('Connection terminated due to connection timeout')),
  new Error('timeout exceeded when trying to connect'),
])('%s is reported as temporarily unavailable', (error) => {
  const translated = translateDatabaseError(error)
  expect(translated).toBeInstanceOf(AppError)
  expect(translated).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
})

test.each([coded('23505'), wrapped(coded('42703')), new Error('anything else'), 'not an error'])(
  '%s is returned unchanged',
  (error) => {
    expect(translateDatabaseError(error)).toBe(error)
  },
)

test('a server that accepts connections but never answers is reported as unavailable', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const database = connect({ poolSize: 1 }, { host: '127.0.0.1', port, user: 'x' }, true, () => {})
  await expect(database.ping()).rejects.toMatchObject({ code: 'unavailable' })
  for (const socket of sockets) socket.destroy()
  await database.close()
  silent.close()
})

test('a refusal stays what it is, whatever caused it', () => {
  const refusal = new AppError('bad-request', 'The upload could not be read', { cause: coded('ECONNRESET') })
  expect(translateDatabaseError(refusal)).toBe(refusal)
  const deadlock = coded('40P01')
  expect(translateDatabaseError(translateDatabaseError(deadlock))).toMatchObject({ cause: deadlock })
})
