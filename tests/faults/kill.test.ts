import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { startProduct, type RunningProduct } from '../../tools/product.ts'
import { repetitions } from '../../server/testing/repetitions.ts'
import { createWriteRecorder, postmaster } from './acknowledged-writes.ts'

const MOMENTS = repetitions({ sample: 3, all: 100 })
const VICTIMS = ['ours', 'the database', 'both'] as const

let product: RunningProduct

afterAll(async () => {
  await product.stop()
  rmSync(product.dataDir, { recursive: true, force: true })
})

test(`kill -9 at ${MOMENTS} moments under write load loses no acknowledged write`, { timeout: 900_000 }, async () => {
  const recorder = createWriteRecorder()
  product = await startProduct({ environment: { LOG_LEVEL: 'error' } })
  const port = Number(new URL(product.url).port)
  const restart = () => startProduct({ dataDir: product.dataDir, port, environment: { LOG_LEVEL: 'error' } })
  await recorder.signUp(product.url)
  let killed = 0

  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const victim = VICTIMS[moment % VICTIMS.length]
    let stopped = false
    const writers = [1, 2, 3].map(() => recorder.write(product.url, () => stopped))
    const before = recorder.acknowledged.size
    while (recorder.acknowledged.size === before) await pause(5)
    await pause((moment * 37) % 180)
    if (victim !== 'ours') {
      killed = await postmaster(product.dataDir, killed)
      process.kill(killed, 'SIGKILL')
    }
    if (victim !== 'the database') await product.kill()
    else await answersAgain(product)
    stopped = true
    await Promise.all(writers)
    if (victim !== 'the database') product = await restart()
    if (moment % 10 === 9) expect(await recorder.check(product.url)).toEqual({ lost: [], doubled: 0 })
  }
  expect(recorder.acknowledged.size).toBeGreaterThanOrEqual(MOMENTS)
  expect(await recorder.check(product.url)).toEqual({ lost: [], doubled: 0 })
})

async function answersAgain({ url, output }: RunningProduct): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    // A pooled connection from before the kill may fail once.
    const status = await fetch(`${url}/readyz`).then(
      ({ status: code }) => code,
      () => 0,
    )
    if (status === 200) return
    expect([0, 503]).toContain(status)
    await pause(50)
  }
  throw new Error(`the database did not come back:\n${output().slice(-3000)}`)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
