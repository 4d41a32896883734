import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { z } from 'zod'
import { expect, type Account } from './product.ts'

const STEP_MS = 30_000
const NEW_PASSWORD = 'quite another passphrase 77'

const Emails = z.array(z.object({ id: z.string(), kind: z.string(), to: z.string(), text: z.string() }))
const Enrollment = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) })

export async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeVisible()
}

export async function mailedLink(url: string, to: string, kind: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const emails = Emails.parse(await (await fetch(`${url}/api/test/outbox`)).json())
      const email = emails.find((one) => one.to === to && one.kind === kind)
      link = /https?:\/\/\S+/.exec(email?.text ?? '')?.[0] ?? ''
      return link
    })
    .toContain(new URL(url).origin)
  return link
}

export async function setNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', { name: 'Password Reset!' })).toBeVisible()
}

/** Each code works only once, so a second sign-in within 30 seconds needs the next one. */
export const codeOf = (secret: string, which: 'now' | 'next' = 'now') =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + (which === 'next' ? STEP_MS : 0) })

export async function enrollByProtocol(url: string, account: Account): Promise<string> {
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/auth/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json()
  }
  const { id, totp } = Enrollment.parse(await ask('/factors', { factor_type: 'totp', friendly_name: 'app' }))
  const challenge = z.object({ id: z.string() }).parse(await ask(`/factors/${id}/challenge`, {}))
  await ask(`/factors/${id}/verify`, { challenge_id: challenge.id, code: codeOf(totp.secret) })
  return totp.secret
}

export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Chromium logs every unsuccessful response. */
export function forgive(complaints: string[], status: number): void {
  const kept = complaints.filter((line) => !line.includes(`status of ${status}`))
  complaints.splice(0, complaints.length, ...kept)
}
