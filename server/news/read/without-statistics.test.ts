import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

const COMPANIES = 5000

test.each(['/api/news/summary', '/api/discover', '/api/news/feed', '/api/analytics', '/api/search?q=raises'])(
  'responds right after a large import, before the planner has table statistics: %s',
  async (path) => {
    const app = await testApp()
    const ada = await app.signUp()
    await app.database.execute(
      `with tracked as (
         insert into tracked_companies (site, name, created_at)
         select 'company-' || n || '.example', 'Company ' || n, now() from generate_series(1, $2::int) as n returning id, site, name)
       insert into companies (user_id, name, name_key, host_key, website, tracked_company_id, created_at)
       select $1::uuid, name, lower(name), site, 'https://' || site, id, now() from tracked`,
      [ada.id, COMPANIES],
    )
    expect((await ada.get(path)).status).toBe(200)
  },
)
