import { expect, test } from 'vitest'
import { settlePayment } from './use-payment.ts'

test('a payment is active as soon as the server confirms it', async () => {
  const waits: number[] = []
  const end = await settlePayment(
    async () => true,
    async (ms) => waits.push(ms) > 0,
  )
  expect([end, waits]).toEqual(['active', []])
})

test('polls for a minute and then reports a delay', async () => {
  const waits: number[] = []
  let asked = 0
  const ask = async () => {
    asked += 1
    return false
  }
  expect(await settlePayment(ask, async (ms) => waits.push(ms) > 0)).toBe('late')
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_000)
  expect(asked).toBe(waits.length + 1)
})

test('a webhook may confirm the payment at any time', async () => {
  let asked = 0
  const ask = async () => (asked += 1) === 7
  expect(await settlePayment(ask, async () => true)).toBe('active')
})

test('polling stops when the page is left', async () => {
  let asked = 0
  const ask = async () => (asked += 1) === 0
  expect(await settlePayment(ask, async () => false)).toBe('left')
  expect(asked).toBe(1)
})
