import { expect, test } from 'vitest'
import { AdminUserPage } from '#domain/admin/users.ts'
import { MailingSettings } from '#domain/mailings/settings.ts'
import { adminFixture, BOSS } from '../testing/fixtures/admin-fixture.ts'
import { START } from '../testing/test-app.ts'

const app = await adminFixture()

test('a suppression is shown to its owner and to administrators, who can lift it, with an audit row', async () => {
  const ada = await app.signUp('Ada@example.com')
  const page = async () => AdminUserPage.parse(await (await app.boss.get(`/api/admin/users/${ada.id}`)).json())
  const settings = async () => MailingSettings.parse(await (await ada.get('/api/mailings')).json())
  const lift = async () => (await app.boss.send('DELETE', `/api/admin/users/${ada.id}/suppression`)).status
  expect([(await page()).suppression, (await settings()).suppression, await lift()]).toEqual([null, null, 404])

  await app.suppressions.add('ada@EXAMPLE.com', 'bounced', '550 <ada@example.com> unknown')
  const since = START.toISOString()
  expect((await page()).suppression).toEqual({ reason: 'bounced', detail: '550 <…> unknown', since })
  expect((await settings()).suppression).toEqual({ reason: 'bounced', since })
  expect(await lift()).toBe(204)
  expect([(await page()).suppression, (await settings()).suppression, await lift()]).toEqual([null, null, 404])
  expect(await app.acts('lift-suppression')).toEqual([
    { actor: BOSS, act: 'lift-suppression', user_id: ada.id, details: {} },
  ])
})
