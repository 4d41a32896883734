import { expect, test } from 'vitest'
import { MAX_TEXT } from '../news/formats/html/plain-text.ts'
import { build, resolveTxt } from '../testing/inbound/build-message.ts'
import { cedar, direct } from '../testing/inbound/drafts.ts'
import { inboundApp } from '../testing/inbound/inbound-fixture.ts'
import { readEmail } from './read-email.ts'
import { createReadUpdates } from './read-updates.ts'

const METRICS = 'MRR was $21k in August and $24k in September, burn $3k, runway 7 months. '

const unsigned = (text: string) =>
  Buffer.from(`From: a@b.example\r\nSubject: Metrics\r\nContent-Type: text/plain\r\n\r\n${text}`)

test('an email of nothing but metrics takes the time of no request', async () => {
  const { owner, addressOf, receive } = await inboundApp()
  const user = await owner()
  const address = await addressOf(user)
  // Loads whatever the first email loads.
  await receive(user, address, unsigned('Hello'))
  const [here, everywhere] = [process.threadCpuUsage(), process.cpuUsage()]
  const email = unsigned(METRICS.repeat(MAX_TEXT / METRICS.length))
  expect(await receive(user, address, email)).toMatchObject({ subject: 'Metrics', state: 'waiting' })
  const [own, all] = [process.threadCpuUsage(here), process.cpuUsage(everywhere)]
  expect(own.user / all.user).toBeLessThan(0.3)
})

test('an email that was read while its owner removed a company is read again', async () => {
  const { app, owner, addressOf, receive } = await inboundApp()
  const user = await owner()
  const raw = await build({ ...direct(cedar), signedBy: ['cedarrobotics.com'] })
  const first = await receive(user, await addressOf(user), raw)
  const companyId = user.companies.get('Cedar Robotics')
  expect(first).toMatchObject({ state: 'filed', company: { id: companyId } })
  await app.database.query(`update update_messages set state = 'received', company_id = null, raw = $1`, [raw])

  const removal = async () => void (await user.send('DELETE', `/api/companies/${companyId}`))
  const meanwhile = [removal]
  const readUpdates = createReadUpdates({
    database: app.database,
    clock: () => app.time.now,
    briefs: { rewriteOverrides: async () => {} },
    publicUrl: 'http://localhost',
    mailReader: {
      async read(received, now) {
        await meanwhile.pop()?.()
        return readEmail(received, resolveTxt, now)
      },
    },
  })
  const job = { userId: user.id, messageId: first?.id ?? 0 }
  await expect(readUpdates.run(job)).rejects.toThrow('the portfolio changed meanwhile')
  await readUpdates.run(job)
  const rows = await app.database.query('select state, company_id from update_messages')
  expect(rows).toEqual([{ state: 'waiting', company_id: null }])
})
