import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidings-secrets-'))
const file = join(folder, 'database-url')

beforeAll(() => writeFileSync(file, 'postgres://ada:secret@db/tidings\n'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a secret is read from the file that NAME_FILE names, without its line break', () => {
  expect(parseConfig({ DATABASE_URL_FILE: file }).database.url).toBe('postgres://ada:secret@db/tidings')
})

test('a value read from a file is checked like any other, and not shown', () => {
  const wrong = join(folder, 'token')
  writeFileSync(wrong, 'short')
  expect(() => parseConfig({ METRICS_TOKEN_FILE: wrong })).toThrow(
    /^The settings have 1 fault\(s\):\n  METRICS_TOKEN: /,
  )
  expect(() => parseConfig({ METRICS_TOKEN_FILE: wrong })).not.toThrow('short')
})

test('a missing file and a setting that is given twice are reported together', () => {
  const missing = join(folder, 'missing')
  expect(() =>
    parseConfig({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://db/x', SMTP_URL_FILE: missing, PORT: 'abc' }),
  ).toThrow(
    `The settings have 3 fault(s):
  DATABASE_URL_FILE: cannot be set together with DATABASE_URL
  SMTP_URL_FILE: cannot read ${missing} (ENOENT)
  PORT: must be a port number`,
  )
})
