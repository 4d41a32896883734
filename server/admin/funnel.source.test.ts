import { expect, test } from 'vitest'
import { liveApp } from '../testing/live-app.ts'
import { smallSite } from '../testing/files/built-site.ts'
import { testApp } from '../testing/test-app.ts'

test('the source of a visit stays in the links to sign-up, without a cookie', async () => {
  const app = await testApp({ webRoot: smallSite() })
  const visit = await app.request('/?utm_source=news&utm_campaign=spring&utm_medium=x')
  expect(await visit.text()).toContain('href="/signin?mode=signup&amp;utm_source=news&amp;utm_campaign=spring"')
  expect(visit.headers.get('set-cookie')).toBeNull()
  expect(visit.headers.get('cache-control')).toBe('no-store')
  const [plain, hostile] = [await app.request('/'), await app.request('/?utm_source="><script>')]
  const unchanged = await plain.text()
  expect(unchanged).toContain('href="/signin?mode=signup"')
  expect(await hostile.text()).toBe(unchanged)
})

test('a sign-up keeps its source, if it is one', async () => {
  const app = await liveApp()
  const sourceOf = async (source: string) => {
    const { data } = await app
      .client()
      .signUp({ email: `${Math.random()}@example.com`, password: 'seven clever herons', options: { data: { source } } })
    return (await app.database.query('select source from users where id = $1', [data.user?.id]))[0]?.source
  }
  expect(await sourceOf('news/spring')).toBe('news/spring')
  expect(await sourceOf('<b>')).toBeNull()
})
