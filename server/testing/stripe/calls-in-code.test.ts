import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { callsWrittenIn } from './calls-in-code.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidings-calls-'))
afterAll(() => rmSync(folder, { recursive: true }))

function callsIn(code: string) {
  const file = join(folder, 'code.ts')
  writeFileSync(file, `export async function f(stripe: Stripe, id: string, flow?: string) { ${code} }`)
  return callsWrittenIn(file)
}

test('every call is found with every possible parameter set', async () => {
  const calls = await callsIn(`
    stripe.webhooks.constructEvent('', '', '')
    await Promise.all([stripe.invoices.retrieve(id), stripe.invoices.list({ limit: 1, customer: id })])
    return (await stripe.billingPortal.sessions.create({
      customer: id, ...(flow ? { flow_data: { type: flow } } : {}),
    }, { idempotencyKey: id })).url`)
  expect([...calls]).toEqual([
    'GET /v1/invoices/{} ()',
    'GET /v1/invoices (customer, limit)',
    'POST /v1/billing_portal/sessions (customer, flow_data)',
    'POST /v1/billing_portal/sessions (customer)',
  ])
})

test.each([
  ['const { customers } = stripe', /goes by no other name/],
  ['const all = stripe.customers; await all.list()', /goes by no other name/],
  ['await g(stripe)', /goes by no other name/],
  ['const given = { limit: 1 }; await stripe.customers.update(id, given)', /written out, not as Identifier/],
  ['await stripe.customers.update(id, { ...id })', /written out, not as Identifier/],
])('code that could hide a call is rejected: %s', async (code, reason) => {
  await expect(callsIn(code)).rejects.toThrow(reason)
})
