import { afterAll, expect, test } from 'vitest'
import { build, OWNER, resolveTxt } from '../../testing/inbound/build-message.ts'
import { cedar, direct } from '../../testing/inbound/drafts.ts'
import { openMailReader } from './open-mail-reader.ts'
import { splitMessage } from './raw-message.ts'
import { readEmail } from '../read-email.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const logged: unknown[] = []
const log = { warn: (fields: object) => void logged.push(fields) }
const reader = openMailReader({ resolveTxt, log })
const hasty = openMailReader({ resolveTxt, log, deadlineMs: 1500 })
afterAll(() => Promise.all([reader.close(), hasty.close()]))

const received = (bytes: Uint8Array) => ({
  bytes,
  receivedAt: NOW,
  recipient: { email: OWNER, companies: [], learned: new Map() },
})

/** 0.9 MB that take seconds. */
const shortLines = () =>
  Buffer.from(`From: a@b.example\r\nSubject: Short\r\nContent-Type: text/plain\r\n\r\n${'abc\r\n'.repeat(180_000)}`)

test('an email is read alike on a thread, with the keys of those who signed it', async () => {
  const raw = await build({ ...direct(cedar), signedBy: ['cedarrobotics.com'] })
  const read = await reader.read(received(raw), NOW)
  expect(read).toEqual(await readEmail(received(raw), resolveTxt, NOW))
  expect(read?.found.level).toMatchObject({ isSigned: true, sender: { address: cedar.from } })
})

test('nearly all the time that an email of short lines takes is spent on another thread', async () => {
  const [here, everywhere] = [process.threadCpuUsage(), process.cpuUsage()]
  expect((await reader.read(received(shortLines()), NOW))?.said.subject).toBe('Short')
  const [own, all] = [process.threadCpuUsage(here), process.cpuUsage(everywhere)]
  expect(own.user / all.user).toBeLessThan(0.3)
})

test('an email that takes too long is unreadable, and the next one is read', async () => {
  const html = Buffer.from(`From: a@b.example\r\nContent-Type: text/html\r\n\r\n${'\n'.repeat(199_000)}`)
  const endless = Buffer.concat([html, Buffer.from('<p>a<table><tr><td>'.repeat(400_000))])
  expect(await hasty.read(received(endless), NOW)).toBeNull()
  expect(logged).toEqual([{ event: 'inbound.unreadable', bytes: endless.length }])
})

test('line ends of every kind are split as CRLF', () => {
  for (const end of ['\n', '\r\n', 'a\n', ' \r']) {
    const bytes = Buffer.from(`Message-ID: <x>\r\n\r\n${end.repeat(1000)}`)
    expect(splitMessage(bytes).body).toBe(end.repeat(1000).replaceAll(/\r?\n/g, '\r\n'))
  }
})
