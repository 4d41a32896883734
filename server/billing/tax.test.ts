import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Quote } from '#domain/billing/checkout.ts'
import { DAY_MS } from '#domain/time.ts'
import { billingFixture, type BillingFixture } from '../testing/fixtures/billing-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

const BERLIN = {
  country: 'DE',
  postalCode: '10115',
  state: '',
  city: 'Berlin',
  line1: 'Weg 1',
  name: 'Keller GmbH',
  taxId: '',
}

let app: TestApp
let fixture: BillingFixture
let ada: TestUser

beforeAll(async () => {
  app = await testApp({
    environment: { TAX: 'exclusive', PRICES: 'yearly=49.00 usd/year', ADMIN_EMAILS: 'boss@example.com' },
  })
  fixture = billingFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  ada = await fixture.signUpExpired()
})

const save = (details: object, user = ada) => user.send('PUT', '/api/billing/details', details)
const problem = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
]

test('without an address there is no tax, so nothing can be bought yet', async () => {
  const text = 'Tax cannot be determined for this address. Check the country and postal code.'
  for (const path of ['/api/get-or-create-subscription', '/api/billing/subscribe', '/api/billing/quote'])
    expect(await problem(await ada.send('POST', path, {}))).toEqual([422, text])
  expect((await ada.get('/api/billing/details')).status).toBe(200)
})

test('tax is added to every payment and stated on every invoice', async () => {
  expect(await (await save(BERLIN)).json()).toEqual(BERLIN)
  expect(await (await ada.get('/api/billing/details')).json()).toEqual(BERLIN)
  const quote = Quote.parse(await (await ada.send('POST', '/api/billing/quote', {})).json())
  expect(quote).toMatchObject({ dueCents: 594, tax: { cents: 95, isIncluded: false, isReverseCharge: false } })
  await fixture.subscribe(ada)
  ada = await fixture.pass(ada, 31 * DAY_MS)
  const { invoices } = await fixture.billing(ada)
  expect(invoices?.map(({ amountCents, tax }) => [amountCents, tax?.cents])).toEqual([
    [594, 95],
    [594, 95],
  ])
  expect((await ada.send('POST', '/api/billing/switch', { priceId: 'yearly' })).status).toBe(200)
  const [switched] = (await fixture.billing(ada)).invoices ?? []
  expect(switched).toMatchObject({ amountCents: 5831 - 594, tax: { cents: 836 } })
})

test('a company with a tax id gets an invoice with reverse charge', async () => {
  await save({ ...BERLIN, taxId: 'DE123456789' })
  await fixture.subscribe(ada)
  const [invoice] = (await fixture.billing(ada)).invoices ?? []
  expect(invoice).toMatchObject({ amountCents: 499, tax: { cents: 0, isReverseCharge: true } })
  expect(
    await (await app.request(new URL(invoice?.url ?? '').pathname + new URL(invoice?.url ?? '').search)).text(),
  ).toContain('Reverse charge')
  await save(BERLIN)
  expect(await (await ada.get('/api/billing/details')).json()).toEqual(BERLIN)
})

test('a refund shows its credit note', async () => {
  await save(BERLIN)
  await fixture.subscribe(ada)
  const boss = await app.signUp('boss@example.com')
  await boss.send('POST', `/api/admin/users/${ada.id}/subscription/refund`, { reason: 'x' })
  const [invoice] = (await fixture.billing(ada)).invoices ?? []
  expect(invoice).toMatchObject({
    status: 'refunded',
    creditNotes: [{ number: expect.stringMatching(/-CN$/), amountCents: 594, pdfUrl: expect.stringMatching(/^http/) }],
  })
})

test('details belong to their user', async () => {
  const eve = await app.signUp()
  await save(BERLIN)
  expect(await (await eve.get('/api/billing/details')).json()).toBeNull()
  for (const method of ['GET', 'PUT']) expect((await app.request('/api/billing/details', { method })).status).toBe(401)
})

test.each([
  [{}, 'Choose a country'],
  [{ ...BERLIN, country: 'de' }, 'Choose a country'],
  [{ ...BERLIN, city: 'x'.repeat(101) }, 'Must be at most 100 characters'],
  [{ ...BERLIN, taxId: 'wrong' }, 'This tax id is not valid for the country.'],
  [{ ...BERLIN, country: 'AQ', taxId: 'AQ1' }, 'This tax id is not valid for the country.'],
])('%j is refused', async (details, text) => {
  expect(await problem(await save(details))).toEqual([422, text])
})

test('prices that contain the tax stay the same', async () => {
  const including = await testApp({ environment: { TAX: 'inclusive' } })
  const theirs = billingFixture(including)
  const eve = await theirs.signUpExpired()
  await save(BERLIN, eve)
  await theirs.subscribe(eve)
  expect((await theirs.billing(eve)).invoices).toMatchObject([
    { amountCents: 499, tax: { cents: 80, isIncluded: true } },
  ])
})

test('where no tax is collected, nobody is asked for an address', async () => {
  const plain = await testApp()
  const eve = await plain.signUp()
  const absent = { status: 404, code: 'not-found', message: 'Billing details are not needed here.' }
  expect(await (await eve.get('/api/billing/details')).json()).toMatchObject(absent)
  expect(await (await save(BERLIN, eve)).json()).toMatchObject(absent)
})
