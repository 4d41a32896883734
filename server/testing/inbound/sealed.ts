import { authenticate } from 'mailauth'
import { build, OWNER, resolveTxt, signingKey, type Draft } from './build-message.ts'

/** What a mailing list does: it seals the result of its own check and changes the message, breaking the signature. */
export async function sealedBy(domain: string, draft: Draft): Promise<Buffer> {
  const original = await build(draft)
  const { headers } = await authenticate(original, receivedBy(domain))
  const changed = original
    .toString('latin1')
    .replace(/\r\n\r\n/, '\r\nX-List: portfolio\r\n\r\n')
    .replace(/Subject: /, 'Subject: [list] ')
  const results = headers
    .replace(/^[\s\S]*?Authentication-Results:\s*/i, '')
    .replaceAll(/\r\n(?=\S)[\s\S]*$/g, '')
    .trim()
  return seal(domain, changed, { authResults: results, cv: 'none' })
}

/** Adds the next seal in the chain, by a server that found the previous one valid. */
export const sealedAgainBy = (domain: string, message: Buffer): Promise<Buffer> =>
  seal(domain, message.toString('latin1'), { cv: 'pass' })

async function seal(domain: string, message: string, given: object): Promise<Buffer> {
  const { headers } = await authenticate(Buffer.from(message, 'latin1'), {
    ...receivedBy(domain),
    seal: { ...signingKey(domain), ...given },
  })
  return Buffer.from(headers.replace(/^Received-SPF[^\r]*\r\n(?:\s[^\r]*\r\n)*/gim, '') + message, 'latin1')
}

const receivedBy = (domain: string) => ({
  mta: `mx.${domain}`,
  ip: '203.0.113.9',
  helo: 'mail.example',
  sender: OWNER,
  resolver: txtOnly,
  disableDmarc: true,
  disableBimi: true,
})

const txtOnly = async (name: string, type: string): Promise<string[][]> => {
  const found = type === 'TXT' ? await resolveTxt(name) : []
  if (found.length === 0) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return found.map((text) => [text])
}
