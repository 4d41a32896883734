import { sql } from 'drizzle-orm'
import type { ChurnRow, Funnel, FunnelRow } from '#domain/admin/funnel.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { toCsv } from '../platform/csv.ts'
import type { Database } from '../platform/database/open.ts'

export function createFunnel({ database, clock }: { database: Database; clock: Clock }) {
  async function read(weeks: number): Promise<Funnel> {
    const now = clock()
    const since = new Date(now.getTime() - weeks * 7 * DAY_MS).toISOString()
    const [{ rows }, { rows: churn }] = await Promise.all([
      database.system.execute<FunnelRow>(sql`
        select to_char(date_trunc('week', users.created_at at time zone 'UTC'), 'YYYY-MM-DD') as week, users.source,
          count(*)::int as "signedUp",
          (count(*) filter (where signed.email_confirmed_at is not null))::int as confirmed,
          (count(*) filter (where exists (select from companies where user_id = users.id)))::int as "firstCompany",
          (count(*) filter (where exists (select from story_reads where user_id = users.id)))::int as "firstRead",
          (count(*) filter (where money.card is not null))::int as card,
          (count(*) filter (where exists (select from invoices
            where user_id = users.id and status in ('paid', 'refunded') and amount_cents > 0)))::int as paid,
          (count(*) filter (where money.status = 'active' and money.current_period_end > ${now.toISOString()}::timestamptz
            and exists (select from invoices where user_id = users.id and status = 'paid' and amount_cents > 0)))::int
            as "stillPaid"
        from users
        left join auth.users signed on signed.id = users.id
        left join subscriptions money on money.user_id = users.id
        where users.created_at >= date_trunc('week', ${since}::timestamptz at time zone 'UTC') at time zone 'UTC'
        group by 1, 2
        order by 1 desc, "signedUp" desc, 2`),
      database.system.execute<ChurnRow>(sql`
        select to_char(date_trunc('week', at at time zone 'UTC'), 'YYYY-MM-DD') as week, reason, count(*)::int as count
        from churn_reasons where at >= ${since}::timestamptz
        group by 1, 2
        order by 1 desc, 3 desc, 2`),
    ])
    return { rows, churn }
  }

  return {
    read,

    async csv(weeks: number): Promise<string> {
      const { rows, churn } = await read(weeks)
      return toCsv([...rows, ...churn])
    },
  }
}
