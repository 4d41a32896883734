import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSocketDirectory, removeSocketDirectory, SOCKET } from './cluster.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'sock-'))
})

afterEach(() => rmSync(home, { recursive: true }))

test('a short path keeps the socket directory in the home directory', async () => {
  expect(await makeSocketDirectory(home, null, true)).toBe(join(home, 'socket'))
  expect(statSync(join(home, 'socket')).mode & 0o777).toBe(0o700)
})

test('a long path moves the socket to a private temporary directory, which is later removed', async () => {
  const deep = join(home, 'ü'.repeat(60))
  mkdirSync(deep)
  const first = await makeSocketDirectory(deep, null, true)
  expect(Buffer.byteLength(join(first, SOCKET))).toBeLessThan(104)
  expect(statSync(first).mode & 0o777).toBe(0o700)

  const second = await makeSocketDirectory(deep, null, true)
  expect(existsSync(first)).toBe(false)
  removeSocketDirectory(deep)
  expect(existsSync(second)).toBe(false)
})
