import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findNativePackage, placeNativeFiles } from './native-files.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'native-'))
})

afterEach(() => rmSync(directory, { recursive: true }))

test('the error for an unsupported platform says to set DATABASE_URL', () => {
  expect(() => findNativePackage('win32-x64')).toThrow(/No embedded PostgreSQL .* win32-x64 .*: set DATABASE_URL/)
})

test('programs are used where they are installed, or else from a single copy', { timeout: 60_000 }, async () => {
  const installed = findNativePackage()
  const withoutLinks = { directory: join(directory, 'package'), version: installed.version }
  cpSync(installed.directory, withoutLinks.directory, {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  })
  const copies = join(directory, 'copies')
  mkdirSync(copies)

  const copy = await placeNativeFiles(withoutLinks, copies, null)
  expect(copy).toBe(join(copies, `native-${installed.version}`))
  expect(lstatSync(join(withoutLinks.directory, 'native/lib/libpq.so'), { throwIfNoEntry: false })).toBeUndefined()
  expect(await placeNativeFiles(withoutLinks, copies, null)).toBe(copy)
  expect(readdirSync(copies)).toHaveLength(1)
  expect(statSync(join(copy, 'bin/postgres')).mode & 0o777).toBe(0o755)

  const whole = { directory: join(directory, 'whole'), version: installed.version }
  mkdirSync(whole.directory)
  renameSync(copy, join(whole.directory, 'native'))
  expect(await placeNativeFiles(whole, copies, null)).toBe(join(whole.directory, 'native'))
  expect(readdirSync(copies)).toHaveLength(0)
})
