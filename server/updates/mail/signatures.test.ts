import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, test } from 'vitest'
import { build, resolveTxt, signingKey } from '../../testing/inbound/build-message.ts'
import { MADE_MESSAGES } from '../../testing/inbound/made-messages.ts'
import { sealedAgainBy, sealedBy } from '../../testing/inbound/sealed.ts'
import { signersOf } from './signatures.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const draft = { from: 'Dana <dana@cedarrobotics.com>', subject: 'Update', text: 'Hello  there \t\n\n\n' }
const signed = () => build({ ...draft, signedBy: ['cedarrobotics.com'] })
const signers = async (message: Buffer | string, resolve = resolveTxt, now = NOW) =>
  (await signersOf(Buffer.from(message), resolve, now)).dkim

test('a valid signature is recognized, and any later change invalidates it', async () => {
  const message = (await signed()).toString('latin1')
  expect(await signers(message)).toEqual(['cedarrobotics.com'])
  const changes: [RegExp, string][] = [
    [/Subject: Update/, 'Subject: Updated'],
    [/From: Dana/, 'From: Dina'],
    [/SGVsbG8/, 'SGVsbGg'],
    [/d=cedarrobotics.com/, 'd=northwindlabs.io'],
    [/\bb=[^;\s]{6}/, 'b=AAAAAA'],
    [/bh=[^;\s]{6}/, 'bh=AAAAAA'],
    [/\bh=[^;]+/, 'h=Subject'],
    [/v=1/, 'v=2'],
    [/c=relaxed/, 'l=5; c=relaxed'],
  ]
  for (const [pattern, replacement] of changes) {
    const changed = message.replace(pattern, replacement)
    expect(changed).not.toBe(message)
    expect(await signers(changed), String(pattern)).toEqual([])
  }
})

test('a second sender invalidates the signature', async () => {
  const message = await signed()
  expect(await signers(Buffer.concat([Buffer.from('From: Eve <eve@attacker.example>\r\n'), message]))).toEqual([])
})

const signedUpTo = async (maxBodyLength: number) => {
  const plain = await build(draft)
  const key = { ...signingKey('cedarrobotics.com'), maxBodyLength }
  const { signatures } = await dkimSign(plain, { ...key, signatureData: [key] })
  return Buffer.concat([Buffer.from(signatures), plain])
}

/** Signs by hand because no library can leave out the sender. */
async function signedHeaders(...names: string[]): Promise<Buffer> {
  const plain = (await build(draft)).toString('latin1')
  const [head = '', ...rest] = plain.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').replace(/(?:\r\n)*$/, '\r\n')
  const digest = createHash('sha256').update(body, 'latin1').digest('base64')
  const own = `DKIM-Signature: v=1; a=rsa-sha256; d=cedarrobotics.com; s=s1; h=${names.join(':')}; bh=${digest}; b=`
  const lines = names.map((name) => head.split('\r\n').find((line) => line.startsWith(`${name}:`)))
  const { privateKey } = signingKey('cedarrobotics.com')
  const signature = sign('sha256', Buffer.from([...lines, own].join('\r\n')), privateKey).toString('base64')
  return Buffer.from(`${own}${signature}\r\n${plain}`, 'latin1')
}

test('a signature that limits the body or omits the sender or subject does not count', async () => {
  const size = (await build(draft)).toString('latin1').split('\r\n\r\n').slice(1).join('\r\n\r\n').length
  const limited = await signedUpTo(size)
  expect(limited.toString('latin1')).toMatch(/\bl=\d+/)
  expect(await signers(limited)).toEqual([])
  expect(await signers(await signedHeaders('From', 'Subject'))).toEqual(['cedarrobotics.com'])
  expect(await signers(await signedHeaders('From', 'To', 'Date'))).toEqual([])
  expect(await signers(await signedHeaders('To', 'Subject'))).toEqual([])
})

test('a duplicate of a header that readers see invalidates the signature', async () => {
  const message = await signed()
  for (const header of [
    'Subject: Please wire $50,000',
    'Content-Type: text/html',
    'Date: Mon, 02 Feb 2026 09:14:00 +0000',
  ])
    expect(await signers(Buffer.concat([Buffer.from(`${header}\r\n`), message]))).toEqual([])
})

test('a seal counts only if everyone in its chain is trusted', async () => {
  const sealed = async (message: Buffer) => (await signersOf(message, resolveTxt, NOW)).sealed
  const original = { ...draft, signedBy: ['cedarrobotics.com'] }
  const trusted = await sealedBy('google.com', original)
  const stranger = await sealedBy('attacker.example', original)
  expect(await sealed(trusted)).toEqual(['cedarrobotics.com'])
  expect(await sealed(await sealedAgainBy('microsoft.com', trusted))).toEqual(['cedarrobotics.com'])
  expect(await sealed(stranger)).toEqual([])
  // A trusted provider seals whatever it received, including a stranger's claim to have verified the email.
  expect(await sealed(await sealedAgainBy('google.com', stranger))).toEqual([])
  expect(await sealed(await sealedAgainBy('attacker.example', trusted))).toEqual([])
})

test('a key that is missing, empty, duplicated, of another version or too short verifies nothing', async () => {
  const message = await signed()
  const [record = ''] = await resolveTxt('s1._domainkey.cedarrobotics.com')
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 512 })
  const short = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const answers = [[], ['v=DKIM1; p='], [record, record], [record.replace('DKIM1', 'DKIM2')], [`p=${short}`], ['junk']]
  for (const answer of answers) expect(await signers(message, async () => answer)).toEqual([])
  expect(await signers(message, async () => [record.replace('v=DKIM1; ', '')])).toEqual(['cedarrobotics.com'])
})

test('simple canonicalization and Ed25519 are accepted, until the signature expires', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
  const record = async () => [`v=DKIM1; k=ed25519; p=${raw}`]
  const plain = await build(draft)
  const key = {
    signingDomain: 'cedarrobotics.com',
    selector: 'ed',
    algorithm: 'ed25519-sha256',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const { signatures } = await dkimSign(plain, {
    ...key,
    canonicalization: 'simple/simple',
    signTime: new Date('2026-02-01T00:00:00Z'),
    expires: new Date('2026-03-02T00:00:00Z'),
    signatureData: [key],
  })
  const message = Buffer.concat([Buffer.from(signatures), plain])
  expect(await signers(message, record)).toEqual(['cedarrobotics.com'])
  expect(await signers(message, record, new Date('2026-03-03T00:00:00Z'))).toEqual([])
})

test('another implementation finds the same signers, except in messages with two senders', async () => {
  const resolver = async (name: string, type: string): Promise<string[][]> => {
    const found = type === 'TXT' ? await resolveTxt(name) : []
    if (found.length === 0) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return found.map((text) => [text])
  }
  let valid = 0
  for (const { name, make, expected } of MADE_MESSAGES) {
    if (expected === 'unreadable') continue
    const message = await make()
    const { results } = await dkimVerify(message, { resolver })
    const theirs = results.flatMap(({ status, signingDomain }) => (status.result === 'pass' ? [signingDomain] : []))
    const ours = await signers(message)
    // The other implementation accepts two senders.
    if (!name.startsWith('a second From')) expect([name, new Set(ours)]).toEqual([name, new Set(theirs)])
    valid += ours.length
  }
  expect(valid).toBeGreaterThan(20)
})
