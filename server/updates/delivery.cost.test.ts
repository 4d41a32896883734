import { expect, test } from 'vitest'
import { readDelivery } from './delivery.ts'

const MIB = 1024 * 1024

/** 30 MB of percent-encoding that decodes to 10 MB, in the pieces in which it arrives. */
async function escapes(): Promise<Request> {
  const piece = Buffer.from('%41'.repeat(21_845))
  let left = (30 * MIB) / piece.length
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(Buffer.from('recipient=a%40b.example&token=t&body-mime=')),
      pull: (controller) => ((left -= 1) < 0 ? controller.close() : controller.enqueue(Buffer.from(piece))),
    },
    { highWaterMark: 0 },
  )
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('30 MB of percent-encoding takes little more memory than its bytes, and is decoded only on request', async () => {
  globalThis.gc?.()
  const before = process.memoryUsage()
  const delivery = await readDelivery(await escapes())
  const read = process.memoryUsage()
  expect(delivery.recipient).toBe('a@b.example')
  expect(read.heapUsed - before.heapUsed).toBeLessThan(20 * MIB)
  expect(read.rss - before.rss).toBeLessThan(120 * MIB)
  const email = delivery.email()
  expect([email.length > 9 * MIB, email.every((byte) => byte === 0x41)]).toEqual([true, true])
  const after = process.memoryUsage()
  expect(after.heapUsed - before.heapUsed).toBeLessThan(20 * MIB)
  expect(after.rss - before.rss).toBeLessThan(200 * MIB)
})
