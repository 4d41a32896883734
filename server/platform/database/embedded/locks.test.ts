import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tryLock } from './locks.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
})

afterEach(() => rmSync(directory, { recursive: true }))

test('only one of many concurrent attempts gets the lock, and another can after it is released', async () => {
  const path = join(directory, 'lock')
  const tries = await Promise.all(Array.from({ length: 10 }, () => tryLock(path)))
  const held = tries.filter((descriptor) => descriptor !== null)
  expect(held).toHaveLength(1)
  expect(await tryLock(path)).toBeNull()

  closeSync(held[0]!)
  const next = await tryLock(path)
  expect(next).not.toBeNull()
  closeSync(next!)
})

test('a child process started meanwhile does not keep the lock', async () => {
  const path = join(directory, 'lock')
  const held = await tryLock(path)
  const { stdout } = spawnSync('/bin/sh', ['-c', 'sleep 30 >/dev/null 2>&1 & echo $!'], { encoding: 'utf8' })
  closeSync(held!)
  const next = await tryLock(path)
  process.kill(Number(stdout))
  expect(next).not.toBeNull()
  closeSync(next!)
})
