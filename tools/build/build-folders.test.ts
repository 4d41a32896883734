import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildOnce } from './build-folders.ts'

let dist: string

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'tidings-dist-'))
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

const make = async (folder: string) => {
  for (const part of ['web', 'server']) {
    mkdirSync(join(folder, part), { recursive: true })
    writeFileSync(join(folder, part, 'main.js'), folder)
  }
}

test('of three processes that build at once, one builds and the others wait for it', async () => {
  const program = `
    const { buildOnce } = await import(${JSON.stringify(join(import.meta.dirname, 'build-folders.ts'))})
    const { appendFileSync, mkdirSync } = await import('node:fs')
    await buildOnce(${JSON.stringify(dist)}, { stamp: 'one' }, async (folder) => {
      appendFileSync(${JSON.stringify(join(dist, 'made'))}, 'x')
      mkdirSync(folder + '/server', { recursive: true })
      await new Promise((resolve) => setTimeout(resolve, 1000))
    })`
  const run = () =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
      child.once('exit', resolve)
    })
  expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0])
  expect(readFileSync(join(dist, 'made'), 'utf8')).toBe('x')
})

test('a process keeps its files through later builds, until several newer ones exist', async () => {
  await buildOnce(dist, { stamp: '0' }, make)
  const running = realpathSync(join(dist, 'server/main.js'))
  for (const stamp of ['1', '2']) {
    await buildOnce(dist, { stamp }, make)
    expect(existsSync(running)).toBe(true)
  }
  expect(realpathSync(join(dist, 'server/main.js'))).not.toBe(running)
  await buildOnce(dist, { stamp: '3' }, make)
  expect(existsSync(running)).toBe(false)
  expect(readdirSync(join(dist, 'builds'))).toHaveLength(3)
})

test('a build of the same sources is not repeated, unless it is forced', async () => {
  let count = 0
  const counted = (folder: string) => {
    count += 1
    return make(folder)
  }
  await buildOnce(dist, { stamp: 'one' }, counted)
  await buildOnce(dist, { stamp: 'one' }, counted)
  expect(count).toBe(1)
  await buildOnce(dist, { stamp: 'one', isForced: true }, counted)
  expect(count).toBe(2)
})

test('a failed build leaves the old one in place and nothing of its own', async () => {
  await buildOnce(dist, { stamp: 'one' }, make)
  const before = realpathSync(join(dist, 'web'))
  const failing = async (folder: string) => {
    await make(folder)
    throw new Error('out of space')
  }
  await expect(buildOnce(dist, { stamp: 'two' }, failing)).rejects.toThrow('out of space')
  expect(realpathSync(join(dist, 'web'))).toBe(before)
  expect(readdirSync(join(dist, 'builds'))).toHaveLength(1)
})

test('folders that an earlier release built in place are replaced', async () => {
  await make(dist)
  await buildOnce(dist, { stamp: 'one' }, make)
  expect(readFileSync(join(dist, 'web/main.js'), 'utf8')).toContain('builds')
})
