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

test('lies in the home when its path is short', async () => {
  expect(await makeSocketDirectory(home, null, true)).toBe(join(home, 'socket'))
  expect(statSync(join(home, 'socket')).mode & 0o777).toBe(0o700)
})

test('lies in a private temporary directory when the path is long, and is not left behind', async () => {
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
