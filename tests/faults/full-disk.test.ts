import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startProduct, type RunningProduct } from '../../tools/product.ts'
import { createWriteRecorder } from './acknowledged-writes.ts'

/** Mounted in a namespace that only the product uses, so that the mount disappears with it. */
const MOUNT = 'mount -t tmpfs -o size=400m,mode=755 tmpfs "$1" && shift && exec "$@"'
const IN_NAMESPACE = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m']

const dataDir = mkdtempSync(join(tmpdir(), 'tidings-disk-'))
let product: RunningProduct

afterAll(async () => {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  'with a full disk, writes are refused and reads work, and it recovers once there is space',
  { timeout: 180_000 },
  async () => {
    product = await startProduct({
      dataDir,
      environment: { LOG_LEVEL: 'error' },
      within: ['unshare', ...IN_NAMESPACE, '/bin/sh', '-c', MOUNT, 'sh', dataDir],
    })
    const recorder = createWriteRecorder()
    await recorder.signUp(product.url)
    let isOver = false
    const writers = [1, 2].map(() => recorder.write(product.url, () => isOver))
    await recorder.isWriting()

    const filler = inProduct('filler')
    fill(filler)
    await until(() => recorder.refusals.has(503))
    expect([...recorder.refusals].filter((status) => status !== 503 && status !== 0)).toEqual([])
    expect(await recorder.check(product.url)).toEqual({ lost: [], doubled: 0 })

    rmSync(filler)
    await recorder.isWriting()
    isOver = true
    await Promise.all(writers)
    expect(await recorder.check(product.url)).toEqual({ lost: [], doubled: 0 })
  },
)

test('a read-only disk is treated as a database outage until it is writable again', { timeout: 180_000 }, async () => {
  const recorder = createWriteRecorder('disk@example.com')
  await recorder.signUp(product.url)
  let isOver = false
  const writers = [1, 2].map(() => recorder.write(product.url, () => isOver))
  await recorder.isWriting()

  becomeReadOnly()
  expect(() => writeFileSync(inProduct('postgres/data/probe'), '')).toThrow('EROFS')
  await until(() => recorder.refusals.has(503))
  const refused = await fetch(`${product.url}/readyz`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  for (const path of ['/', '/healthz']) expect((await fetch(product.url + path)).status).toBe(200)

  becomeWritable()
  await recorder.isWriting()
  isOver = true
  await Promise.all(writers)
  expect([...recorder.refusals].filter((status) => status !== 503 && status !== 0)).toEqual([])
  expect(await recorder.check(product.url)).toEqual({ lost: [], doubled: 0 })
})

/** The path in the product's mount namespace. */
const inProduct = (path: string) => join('/proc', String(product.pid), 'root', dataDir, path)

/** A database server that can't write its log exits, so kill it; the next one finds the read-only directory. */
function becomeReadOnly(): void {
  mount('mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"')
  process.kill(Number(readFileSync(inProduct('postgres/data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
}

const becomeWritable = () => mount('umount "$0"')

function mount(commands: string): void {
  const within = ['-t', String(product.pid), '-m', '/bin/sh', '-c', commands, join(dataDir, 'postgres/data')]
  const { status, stderr } = spawnSync('nsenter', within)
  if (status !== 0) throw new Error(stderr.toString())
}

function fill(file: string): void {
  for (const chunk of [Buffer.alloc(1024 * 1024), Buffer.alloc(8192)])
    for (let isFull = false; !isFull;)
      try {
        writeFileSync(file, chunk, { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        isFull = true
      }
}

async function until(isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (isDone()) return
    await sleep(50)
  }
  throw new Error(`it never happened:\n${product.output().slice(-2000)}`)
}
