import { expect, test } from 'vitest'
import { resolveTxt, sign } from '../../testing/inbound/build-message.ts'
import { withTrueEncodings } from './malformed.ts'
import { readMail } from './read-mail.ts'
import { readThread } from './thread.ts'

const HEAD = 'From: Dana <dana@cedarrobotics.com>\r\nSubject: January\r\nDate: Mon, 02 Feb 2026 09:14:00 +0000'
const TEXT = 'We grew to 23 people.'
const read = async (message: string) => readMail(Buffer.from(message))

test.each<[string, string]>([
  ['a space in the line that ends the head', `${HEAD}\r\n \r\n${TEXT}\r\n`],
  ['a space there, and an empty line further down', `${HEAD}\r\n \r\n${TEXT}\r\n\r\nDana\r\n`],
  ['nothing that ends the head', `${HEAD}\r\n${TEXT}\r\n`],
  ['bare line feeds', `${HEAD}\r\n \r\n${TEXT}\r\n`.replaceAll('\r', '')],
  ['a type without a subtype', `${HEAD}\r\nContent-Type: text; charset=us-ascii\r\n\r\n${TEXT}\r\n`],
  ['a type that is none', `${HEAD}\r\nContent-Type: <html>\r\n\r\n<p>${TEXT}</p>\r\n`],
])('an email is read despite %s', async (_, message) => {
  const mail = await read(message)
  expect(mail).toMatchObject({ subject: 'January', sender: { address: 'dana@cedarrobotics.com' }, attachments: [] })
  expect(mail?.text.split('\n')[0]).toBe(TEXT)
})

test('a multipart email is read despite a space in the line that ends its header', async () => {
  const parts = `--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${TEXT}\r\n--x--\r\n`
  const mail = await read(`MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n${HEAD}\r\n \r\n${parts}`)
  expect(mail?.text).toBe(TEXT)
})

test.each(['us-ascii', 'iso-8859-1', 'windows-1252'])(
  'UTF-8 that is declared as %s is read as UTF-8',
  async (charset) => {
    const type = `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit`
    expect((await read(`${HEAD}\r\n${type}\r\n\r\nZürich – “naïve” 東京\r\n`))?.text).toBe('Zürich – “naïve” 東京')
  },
)

test('text that is in its declared character set is read correctly', async () => {
  const type = 'Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: 8bit'
  const message = Buffer.from(`${HEAD}\r\n${type}\r\n\r\n\x84Spa\xdf\x93 in Z\xfcrich\r\n`, 'latin1')
  expect((await readMail(message))?.text).toBe('„Spaß“ in Zürich')
})

test.each<[string, string]>([
  ['words', 'We grew to 23 people.\r\nDana\r\n'],
  ['a short word first', 'Hello\r\n\r\nWe grew to 23 people.\r\n'],
  ['one word', 'Yes!\r\n'],
])('plain text that is declared as base64 is read as written: %s', async (_, text) => {
  const claim = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: BASE64'
  const expected = text.trim().replaceAll('\r', '')
  expect((await read(`${HEAD}\r\n${claim}\r\n\r\n${text}`))?.text).toBe(expected)
  const parts = `--x\r\n${claim}\r\n\r\n${text}--x--\r\n`
  expect((await read(`${HEAD}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${parts}`))?.text).toBe(expected)
})

test.each<[string, string, string]>([
  ['in one line', 'V2UgZ3Jldy4=', 'We grew.'],
  ['with a footer that a list put below it', 'V2UgZ3Jldy4=\r\n\r\n_____\r\nTo unsubscribe, write to us', 'We grew.'],
])('real base64 is decoded: %s', async (_, body, expected) => {
  const type = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64'
  expect((await read(`${HEAD}\r\n${type}\r\n\r\n${body}\r\n`))?.text.startsWith(expected)).toBe(true)
})

test('an attachment with invalid base64 remains an attachment', async () => {
  const file = 'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64'
  const parts = `--x\r\nContent-Type: text/plain\r\n\r\n${TEXT}\r\n--x\r\n${file}\r\n\r\nnot base64 at all\r\n--x--\r\n`
  const mail = await read(`${HEAD}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${parts}`)
  expect(mail).toMatchObject({ text: TEXT, attachments: [{ name: 'a.pdf' }] })
})

test.each<[string, string, string]>([
  ['text', 'text/plain', 'Z+APw-rich +- Umsatz +IKwAMQA-.2 Mio.'],
  ['HTML', 'text/html', '<p>Z+APw-rich +- Umsatz +IKwAMQA-.2 Mio.</p>+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
])('UTF-7 is decoded: %s', async (_, type, body) => {
  const mail = await read(`${HEAD}\r\nContent-Type: ${type}; charset="UTF-7"\r\n\r\n${body}\r\n`)
  expect(mail?.text).toBe('Zürich + Umsatz €1.2 Mio.')
})

test('text that only looks like UTF-7 is left unchanged', async () => {
  expect((await read(`${HEAD}\r\n\r\nMRR +APw- and charset=utf-7\r\n`))?.text).toBe('MRR +APw- and charset=utf-7')
})

/** A signature covers what follows the first blank line, but no header that was added later. */
test('text inserted into the header of a signed email does not count as signed', async () => {
  const signed = (await sign(`${HEAD}\r\n\r\n`, ['cedarrobotics.com'])).toString('latin1')
  const levelOf = async (message: string) =>
    (await readThread(Buffer.from(message), resolveTxt, new Date('2026-03-01T12:00:00Z')))?.levels[0]
  expect(await levelOf(signed)).toMatchObject({ isSigned: true, text: '' })
  const forged = signed.replace('\r\n\r\n', '\r\n \r\nPlease wire $50,000 today.\r\n\r\n')
  expect(await levelOf(forged)).toMatchObject({ isSigned: false, text: 'Please wire $50,000 today.' })
})

test('an email with more lines than any real one is unreadable', async () => {
  expect(await read(`${HEAD}\r\n\r\n${TEXT}${'\r\n'.repeat(200_000)}`)).toBeNull()
  expect((await read(`${HEAD}\r\n\r\n${TEXT}${'\r\n'.repeat(20_000)}`))?.text).toBe(TEXT)
})

test('only as many claims are examined as an email may have parts', () => {
  const claims = 'content-transfer-encoding: base64\n\nnot base64\n\n'.repeat(3000)
  const relabeled = Buffer.from(withTrueEncodings(Buffer.from(claims))).toString()
  expect(relabeled.match(/8bit/g)).toHaveLength(1000)
})
