import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHome } from '../../server/platform/database/embedded/cluster.ts'
import { claimOwnership } from '../../server/platform/database/embedded/locks.ts'
import { testDatabase, type TestDatabase } from '../../server/testing/test-database.ts'
import { freePort } from '../../server/testing/network/free-port.ts'
import { startServer } from './started-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-start-'))
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const urlOf = ({ user = 'postgres', name = String(database.owner.database) } = {}) =>
  `postgres://${user}@/${name}?host=${encodeURIComponent(String(database.owner.host))}`

const start = (settings: Record<string, string>) => startServer({ DATA_DIR: dataDir, DATABASE_WAIT: '1s', ...settings })

async function refusalOf(settings: Record<string, string>): Promise<string> {
  const { code, err } = await start(settings).ended
  expect(code).toBe(1)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  return err.trimEnd()
}

describe('startup explains in one line', { timeout: 180_000 }, () => {
  test('that no server is at the address', async () => {
    const port = await freePort()
    expect(await refusalOf({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/tidings` })).toBe(
      `The database at 127.0.0.1:${port} cannot be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
    )
  })

  test('that the database does not exist', async () => {
    expect(await refusalOf({ DATABASE_URL: urlOf({ name: 'nowhere' }) })).toBe(
      'The database "nowhere" does not exist. Create it, or correct DATABASE_URL.',
    )
  })

  test('that the role does not exist', async () => {
    expect(await refusalOf({ DATABASE_URL: urlOf({ user: 'stranger' }) })).toBe(
      'The database refuses the connection: role "stranger" does not exist. Correct the user or the password in DATABASE_URL.',
    )
  })

  test('that the password is wrong, without printing it', async () => {
    const { server, port } = await listening((socket) => {
      socket.once('data', () => socket.end(errorResponse('28P01', 'password authentication failed')))
    })
    expect(await refusalOf({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/tidings` })).toBe(
      'The database refuses the connection: password authentication failed. Correct the user or the password in DATABASE_URL.',
    )
    server.close()
  })

  test('that the user lacks a permission', async () => {
    await database.query('create role start_limited login')
    try {
      expect(await refusalOf({ DATABASE_URL: urlOf({ user: 'start_limited' }) })).toMatch(
        /^The user in DATABASE_URL lacks a permission: .+\. docs\/operations\.md lists what it needs\.$/,
      )
    } finally {
      await database.query('drop role start_limited')
    }
  })

  test('that the database is read-only, as a replica is', async () => {
    const replica = await testDatabase()
    const name = String(replica.owner.database)
    await replica.query(`alter database ${name} set default_transaction_read_only = on`)
    expect(await refusalOf({ DATABASE_URL: urlOf({ name }) })).toMatch(
      /^The database in DATABASE_URL is read-only: cannot execute \w+ in a read-only transaction\. Name the primary, not a replica\.$/,
    )
    await replica.close()
  })

  test('that the encoding of the database cannot hold every name', async () => {
    await database.query(`create database start_latin encoding 'LATIN1' locale 'C' template template0`)
    try {
      expect(await refusalOf({ DATABASE_URL: urlOf({ name: 'start_latin' }) })).toBe(
        'The database has the encoding LATIN1. Create it with the encoding UTF8.',
      )
    } finally {
      await database.query('drop database start_latin')
    }
  })

  test('that the certificate in the address cannot be read', async () => {
    expect(await refusalOf({ DATABASE_URL: 'postgres://db.invalid/x?sslrootcert=/nowhere.pem' })).toBe(
      "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/nowhere.pem'. Correct it.",
    )
  })

  test('which key file cannot be used, and why', async () => {
    const keys = join(dataDir, 'keys.json')
    expect(await refusalOf({ DATABASE_URL: urlOf(), AUTH_SIGNING_KEYS: keys })).toBe(
      `The key file cannot be used: ENOENT: no such file or directory, open '${keys}'. Check its permissions, and AUTH_SIGNING_KEYS.`,
    )
    writeFileSync(keys, '[{ "kty": "EC", "crv": "P-256", "x": "hunter2", "y": "hunter2", "d": "hunter2" }]')
    expect(await refusalOf({ DATABASE_URL: urlOf(), AUTH_SIGNING_KEYS: keys })).toBe(
      `${keys} is not a JSON array of private ES256 or RS256 JWKs. Correct it, or AUTH_SIGNING_KEYS.`,
    )
  })

  test('that this machine does not have the address to listen on', async () => {
    expect(await refusalOf({ DATABASE_URL: urlOf(), HOST: '203.0.113.9' })).toBe(
      'HOST names no address of this machine (EADDRNOTAVAIL). Correct it.',
    )
  })

  test('that the schema is from a newer version', async () => {
    const newer = await testDatabase()
    await newer.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9e15)`)
    expect(await refusalOf({ DATABASE_URL: urlOf({ name: String(newer.owner.database) }) })).toBe(
      'The database was migrated by a newer version of Tidings; start that version, or restore a backup made before it.',
    )
    await newer.close()
  })

  test('that the port is taken', async () => {
    const { server, port } = await listening(() => {})
    expect(await refusalOf({ DATABASE_URL: urlOf(), PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Stop the process that uses it, or set PORT.`,
    )
    server.close()
  })

  test('that the data directory is in use', async () => {
    const inUse = join(dataDir, 'in-use')
    const release = await claimOwnership(makeHome(inUse), inUse)
    expect(await refusalOf({ DATA_DIR: inUse })).toBe(
      `${inUse} is already in use by process ${process.pid}. Stop it, or start with another DATA_DIR.`,
    )
    release()
  })

  test('that it is waiting for the database, and then starts', async () => {
    const port = await freePort()
    const waiting = start({
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/${database.owner.database}`,
      DATABASE_WAIT: '10m',
    })
    await waiting.says('waiting for the database')
    const { server } = await listening((socket) => forward(socket, String(database.owner.host)), port)
    try {
      await waiting.says('Tidings is ready at')
    } finally {
      waiting.kill('SIGTERM')
      await waiting.ended
      server.close()
    }
  })
})

async function listening(answer: (socket: Socket) => void, port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

function forward(socket: Socket, socketDirectory: string): void {
  const server = connect(join(socketDirectory, '.s.PGSQL.5432'))
  server.on('error', () => {})
  socket.pipe(server).pipe(socket)
}

function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
