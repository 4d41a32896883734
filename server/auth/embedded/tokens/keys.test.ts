import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { liveApp } from '../../../testing/live-app.ts'
import { signAccessToken, verifyAccessToken } from '../sessions/session-tokens.ts'
import { openSigningKeys, createSecrets } from './keys.ts'

const directory = mkdtempSync(join(tmpdir(), 'tidings-keys-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const keyFile = (name: string, keys: object[]) => {
  const path = join(directory, name)
  writeFileSync(path, JSON.stringify(keys))
  return path
}

test('a key pair is created once and readable only by its owner', async () => {
  const [first, second] = await Promise.all([openSigningKeys(null, directory), openSigningKeys(null, directory)])
  expect(first.current.kid).toBe(second.current.kid)
  expect(statSync(join(directory, 'auth-keys.json')).mode & 0o777).toBe(0o600)
})

test('RSA keys, key_ops and a missing kid are accepted; a bad file is named but not quoted', async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = await openSigningKeys(
    keyFile('rsa.json', [{ ...(await exportJWK(privateKey)), key_ops: ['sign', 'verify'] }]),
    directory,
  )
  expect(keys.current.alg).toBe('RS256')
  const now = new Date()
  const claims = { sub: crypto.randomUUID(), session_id: crypto.randomUUID(), email: '' }
  const token = await signAccessToken(keys, 'https://x', claims, now)
  expect(await verifyAccessToken(keys, 'https://x', token, now)).toMatchObject(claims)
  expect(await verifyAccessToken(keys, 'https://other', token, now)).toBeNull()
  await expect(openSigningKeys(keyFile('bad.json', [{ kty: 'EC', d: 'hunter2' }]), directory)).rejects.toThrow(
    /bad\.json is not a JSON array/,
  )
  await expect(openSigningKeys(keyFile('bad.json', [{ kty: 'EC', d: 'hunter2' }]), directory)).rejects.not.toThrow(
    /hunter2/,
  )
})

test('data sealed or hashed with a retired key stays readable', async () => {
  const pair = async (kid: string) => ({
    ...(await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)),
    kid,
  })
  const [older, newer] = [await pair('older.1'), await pair('newer.2')]
  const before = createSecrets((await openSigningKeys(keyFile('before.json', [older]), directory)).secrets)
  const after = createSecrets((await openSigningKeys(keyFile('after.json', [newer, older]), directory)).secrets)
  const sealed = before.seal('the secret', 'factor')
  expect(sealed).not.toContain('the secret')
  expect(after.unseal(sealed, 'factor')).toBe('the secret')
  expect(() => after.unseal(sealed, 'another factor')).toThrow()
  expect(after.hashes('code', '123456')).toContain(before.hash('code', '123456'))
  expect(after.hash('code', '123456')).not.toBe(before.hash('code', '123456'))
})

test('putting a new key first rotates the keys, and tokens of the old one stay valid', async () => {
  const keys = (dir: string) => JSON.parse(readFileSync(`${dir}/auth-keys.json`, 'utf8')) as object[]
  const older = await liveApp()
  const newer = await liveApp()
  const path = keyFile('rotated.json', [...keys(newer.dataDir), ...keys(older.dataDir)])
  const rotated = await liveApp({ environment: { AUTH_SIGNING_KEYS: path } })
  const { keys: shown } = (await (await fetch(`${rotated.authUrl}/.well-known/jwks.json`)).json()) as {
    keys: { kid: string }[]
  }
  expect(shown.map(({ kid }) => kid)).toEqual([newer.keys.current.kid, older.keys.current.kid])
  const account = await rotated.signUp()
  const claims = {
    sub: account.id,
    session_id: account.sessionId,
    email: account.email,
    role: 'authenticated',
  }
  const old = await signAccessToken(older.keys, rotated.authUrl, claims, rotated.time.now)
  expect((await rotated.api(old)).status).toBe(200)
  expect((await rotated.send('GET', '/user', old)).status).toBe(200)
  expect((await newer.api(old)).status).toBe(401)
})
