import { createECDH } from 'node:crypto'
import type { Page } from '@playwright/test'
import { PushDevices } from '../../domain/mailings/devices.ts'
import { signIn, signOut } from './steps/account-steps.ts'
import { findChromium, findWholeChromium, QUIET_FLAGS } from '../../tools/chromium.ts'
import { callApi, expect, expectFits, test } from './steps/product.ts'

// Another browser also means another worker with a product of its own.
if (findWholeChromium() !== findChromium())
  test.use({
    launchOptions: {
      executablePath: findWholeChromium(),
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...QUIET_FLAGS],
    },
  })

/** Chromium has no push service without Google, so the service's answers are faked. Everything else is real. */
async function givePushService(page: Page): Promise<void> {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: 'A'.repeat(22) }
  await page.addInitScript((given) => {
    const KEPT = 'push-endpoint'
    const isReal = Notification.permission === 'granted'
    if (!isReal) {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
      Object.assign(Notification, { requestPermission: async () => 'granted' })
    }
    Object.assign(globalThis, { showsNotifications: isReal })
    const subscription = (endpoint: string) => ({
      endpoint,
      toJSON: () => ({ endpoint, keys: given }),
      unsubscribe: async () => {
        sessionStorage.removeItem(KEPT)
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const endpoint = sessionStorage.getItem(KEPT)
        return endpoint && subscription(endpoint)
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (applicationServerKey.length !== 87) throw new Error('no key')
        sessionStorage.setItem(KEPT, `https://push.example/${crypto.randomUUID()}`)
        return subscription(sessionStorage.getItem(KEPT) ?? '')
      },
    })
  }, keys)
}

async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await devtools.detach()
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = await registration.getNotifications()
    return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data: String(data) }))
  })

test('notifications are turned on by a click, shown once, and turned off by signing out', async ({
  signedIn: page,
  context,
  product,
  account,
}) => {
  const devices = async () => PushDevices.parse(await callApi(product.url, account, '/api/mailings/devices')).devices
  await context.grantPermissions(['notifications'], { origin: product.url })
  await givePushService(page)
  await page.goto('/profile/email')
  const toggle = page.getByRole('switch', { name: 'Notify on this device' })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await expect(toggle).toBeChecked()
  const row = page.getByRole('listitem').filter({ hasText: 'This device' })
  await expect(row.getByText('Not notified yet')).toBeVisible()
  expect(await devices()).toHaveLength(1)
  await page.reload()
  await expect(toggle).toBeChecked()
  await expectFits(page)

  const notice = { title: 'Cedar', body: 'Funding: Raises $18 million', path: '/companies/7', tag: 'alert-1' }
  const { path: data, ...text } = notice
  // The headless shell has no notifications; web/service-worker.test.ts covers this without them.
  if (await page.evaluate(() => Reflect.get(globalThis, 'showsNotifications') === true)) {
    // Both messages have the same tag, so only one notification is shown.
    for (const _ of [1, 2]) await deliver(page, JSON.stringify(notice))
    await expect.poll(() => shown(page)).toEqual([{ ...text, data }])
    await deliver(page, 'no JSON at all')
    await expect
      .poll(async () => (await shown(page)).map(({ title }) => title).toSorted())
      .toEqual(['Cedar', 'Tidings'])
  }

  await row.getByRole('button', { name: /^Remove / }).click()
  await expect(toggle).not.toBeChecked()
  expect(await devices()).toEqual([])
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect(row).toBeVisible()

  await signOut(page)
  await expect.poll(() => shown(page)).toEqual([])
  await signIn(page, account)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/profile/email')
  await expect(toggle).not.toBeChecked()
  await expect(page.getByText('Devices with notifications')).toHaveCount(0)
})

test('the page reports blocked notifications without asking for permission', async ({ signedIn: page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    Object.assign(Notification, { requestPermission: () => Promise.reject(new Error('asked without a click')) })
  })
  await page.goto('/profile/email')
  await expect(page.getByText(/^Notifications from Tidings are blocked in this browser/)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Notify on this device' })).toHaveCount(0)
})
