import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { ResolveTxt } from '../../platform/fetch/txt-records.ts'
import {
  canonicalBody,
  canonicalHeader,
  signedHeaders,
  splitMessage,
  tagsOf,
  valueOf,
  withoutSignature,
  type RawHeader,
  type RawMessage,
} from './raw-message.ts'

export type Signers = {
  /** Domains whose DKIM signature is valid. */
  dkim: string[]
  /** Domains whose DKIM signature was valid when a trusted provider received the message. */
  sealed: string[]
}

const MAX_SIGNATURES = 5
const MIN_RSA_BITS = 1024
/** Large mail providers whose authentication results can be trusted. */
const TRUSTED_SEALERS = new Set(['google.com', 'microsoft.com', 'messagingengine.com', 'icloud.com', 'zoho.com'])

/** If one of these headers appears twice, a mail client may show the unsigned one. */
const SHOWN = ['from', 'subject', 'date', 'content-type', 'content-transfer-encoding']
const isOnce = (headers: RawHeader[], wanted: string) => {
  const found = headers.filter(({ name }) => name === wanted).length
  return found === 1 || (found === 0 && wanted !== 'from')
}

/** Verifies DKIM (RFC 6376) and ARC (RFC 8617) signatures. */
export async function signersOf(bytes: Uint8Array, resolveTxt: ResolveTxt, now: Date): Promise<Signers> {
  const message = splitMessage(bytes)
  if (!SHOWN.every((name) => isOnce(message.headers, name))) return { dkim: [], sealed: [] }
  const dkim: string[] = []
  for (const header of message.headers.filter(({ name }) => name === 'dkim-signature').slice(0, MAX_SIGNATURES)) {
    const tags = tagsOf(valueOf(header))
    if (tags?.get('v') !== '1' || !isOwnIdentity(tags) || !isInTime(tags, now)) continue
    if (await isValid(message, header, tags, resolveTxt)) dkim.push(domainOf(tags))
  }
  return { dkim, sealed: await sealedDomains(message, resolveTxt) }
}

const domainOf = (tags: Map<string, string>) => (tags.get('d') ?? '').toLowerCase()

/** The `i=` identity must be in the signing domain or a subdomain of it. */
function isOwnIdentity(tags: Map<string, string>): boolean {
  const identity = tags.get('i')?.toLowerCase().split('@').at(-1)
  return identity === undefined || identity === domainOf(tags) || identity.endsWith(`.${domainOf(tags)}`)
}

const isInTime = (tags: Map<string, string>, now: Date) =>
  !tags.has('x') || Number(tags.get('x')) * 1000 > now.getTime()

async function isValid(
  { headers, body }: RawMessage,
  header: RawHeader,
  tags: Map<string, string>,
  resolveTxt: ResolveTxt,
): Promise<boolean> {
  const [headerWay = 'simple', bodyWay = 'simple'] = (tags.get('c') ?? 'simple/simple').toLowerCase().split('/')
  const names = (tags.get('h') ?? '').split(':').map((name) => name.trim().toLowerCase())
  // Anyone can add what isn't signed, such as another subject or more text.
  const isSubjectSigned = names.includes('subject') || headers.every(({ name }) => name !== 'subject')
  if (!names.includes('from') || !isSubjectSigned || tags.has('l')) return false
  const digest = createHash('sha256').update(canonicalBody(body, bodyWay), 'latin1').digest('base64')
  if (digest !== tags.get('bh')?.replaceAll(/\s/g, '')) return false
  const others = headers.filter((each) => each !== header)
  const signed = [...signedHeaders(names, others), withoutSignature(header)]
  return isSignedBy(tags, signed.map((each) => canonicalHeader(each, headerWay)).join('\r\n'), resolveTxt)
}

async function isSignedBy(tags: Map<string, string>, data: string, resolveTxt: ResolveTxt): Promise<boolean> {
  const algorithm = tags.get('a')?.toLowerCase()
  const [domain, selector] = [domainOf(tags), tags.get('s') ?? '']
  if (!/^[\w.-]{1,200}$/.test(domain) || !/^[\w.-]{1,200}$/.test(selector)) return false
  const signature = Buffer.from((tags.get('b') ?? '').replaceAll(/\s/g, ''), 'base64')
  const [record, ...more] = await resolveTxt(`${selector}._domainkey.${domain}`)
  const key = record === undefined || more.length > 0 ? null : publicKeyOf(record)
  if (key === null) return false
  const bytes = Buffer.from(data, 'latin1')
  try {
    if (algorithm === 'rsa-sha256' && key.asymmetricKeyType === 'rsa') return verify('sha256', bytes, key, signature)
    // RFC 8463 signs the SHA-256 hash rather than the data itself.
    const isEd25519 = algorithm === 'ed25519-sha256' && key.asymmetricKeyType === 'ed25519'
    return isEd25519 && verify(null, createHash('sha256').update(bytes).digest(), key, signature)
  } catch {
    return false
  }
}

const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

function publicKeyOf(record: string): KeyObject | null {
  const tags = tagsOf(record)
  if (!tags || (tags.get('v') ?? 'DKIM1') !== 'DKIM1') return null
  if (!(tags.get('h') ?? 'sha256').toLowerCase().includes('sha256')) return null
  const der = Buffer.from((tags.get('p') ?? '').replaceAll(/\s/g, ''), 'base64')
  if (der.length === 0) return null
  try {
    if (tags.get('k') === 'ed25519')
      return createPublicKey({ key: Buffer.concat([ED25519_PREFIX, der]), format: 'der', type: 'spki' })
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS ? key : null
  } catch {
    return null
  }
}

const MAX_SEALS = 10
const ARC_HEADERS = ['arc-authentication-results', 'arc-message-signature', 'arc-seal'] as const
type Instance = Record<(typeof ARC_HEADERS)[number], RawHeader>

/** The domains that the first provider in an unbroken chain of trusted providers says it verified. */
async function sealedDomains(message: RawMessage, resolveTxt: ResolveTxt): Promise<string[]> {
  const chain = chainOf(message.headers)
  const newest = chain?.at(-1)
  if (!chain || !newest) return []
  for (const [at, instance] of chain.entries()) {
    const tags = tagsOf(valueOf(instance['arc-seal']))
    if (!tags || !TRUSTED_SEALERS.has(domainOf(tags)) || tags.get('cv') !== (at === 0 ? 'none' : 'pass')) return []
    const signed = chain.slice(0, at + 1).flatMap((each) => ARC_HEADERS.map((name) => each[name]))
    const sealed = [...signed.slice(0, -1), withoutSignature(instance['arc-seal'])]
    if (!(await isSignedBy(tags, sealed.map((each) => canonicalHeader(each, 'relaxed')).join('\r\n'), resolveTxt)))
      return []
  }
  const own = newest['arc-message-signature']
  const tags = tagsOf(valueOf(own))
  if (!tags || !TRUSTED_SEALERS.has(domainOf(tags)) || !(await isValid(message, own, tags, resolveTxt))) return []
  const results = chain[0] ? valueOf(chain[0]['arc-authentication-results']) : ''
  return [...results.matchAll(/\bdkim=pass\b[^;]*?\bheader\.(?:d=|i=[^@\s;]*@)([\w.-]+)/gi)].map(([, domain = '']) =>
    domain.toLowerCase(),
  )
}

/** Null unless every instance, numbered from 1, has each of the three headers exactly once. */
function chainOf(headers: RawHeader[]): Instance[] | null {
  const found = headers.filter(({ name }) => (ARC_HEADERS as readonly string[]).includes(name))
  if (found.length === 0 || found.length > MAX_SEALS * ARC_HEADERS.length) return null
  const chain: Instance[] = []
  for (let number = 1; chain.length * ARC_HEADERS.length < found.length; number += 1) {
    const instance: Partial<Instance> = {}
    for (const name of ARC_HEADERS) {
      const [only, ...more] = found.filter((each) => each.name === name && instanceOf(each) === number)
      if (!only || more.length > 0) return null
      instance[name] = only
    }
    chain.push(instance as Instance)
  }
  return chain
}

const instanceOf = (header: RawHeader) => Number(/^\s*i\s*=\s*(\d{1,2})\s*;/.exec(valueOf(header))?.[1] ?? 0)
