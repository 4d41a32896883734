import { expect, test } from 'vitest'
import { build, resolveTxt } from '../testing/inbound/build-message.ts'
import { cedar, direct } from '../testing/inbound/drafts.ts'
import { inboundApp } from '../testing/inbound/inbound-fixture.ts'
import { readEmail } from './read-email.ts'
import { createReadUpdates } from './read-updates.ts'

const FIGURES = 'MRR was $21k in August and $24k in September, burn $3k, runway 7 months. '

const unsigned = (text: string) =>
  Buffer.from(`From: a@b.example\r\nSubject: Figures\r\nContent-Type: text/plain\r\n\r\n${text}`)

test.each([
  ['short lines', 'abc\r\n', 100_000],
  ['figures', FIGURES, 20_000],
])('an email of nothing but %s takes the time of no request', async (_, part, length) => {
  const { owner, addressOf, receive } = await inboundApp()
  const user = await owner()
  const address = await addressOf(user)
  // Loads whatever the first email loads.
  await receive(user, address, unsigned('Hello'))
  const [here, everywhere] = [process.threadCpuUsage(), process.cpuUsage()]
  const email = unsigned(part.repeat(length / part.length))
  expect(await receive(user, address, email)).toMatchObject({ subject: 'Figures', state: 'waiting' })
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
