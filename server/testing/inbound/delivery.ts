import { createHmac, randomBytes } from 'node:crypto'

/** The fields that authenticate a mail service. */
export function signedFields(secret: string, time: number, token = randomBytes(25).toString('hex')) {
  const timestamp = String(time)
  const signature = createHmac('sha256', secret)
    .update(timestamp + token)
    .digest('hex')
  return { timestamp, token, signature }
}

/** Built by hand, because a form made of strings would change bytes that aren't valid UTF-8. */
export function multipart(fields: Record<string, string>, raw: Buffer) {
  const parts = Object.entries(fields).map(([name, value]) => Buffer.from(part(name, value)))
  const email = Buffer.concat([Buffer.from(part('body-mime', '').slice(0, -2)), raw, Buffer.from('\r\n')])
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
    body: Buffer.concat([...parts, email, Buffer.from('--limit--\r\n')]),
  }
}

const part = (name: string, value: string) =>
  `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
