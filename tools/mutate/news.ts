import type { Fault } from './fault.ts'

export const newsFaults: Fault[] = [
  {
    name: 'feed order reversed',
    file: 'server/news/read/news.ts',
    from: 'order by brief.published_at desc nulls last, companies.created_at desc, companies.id desc) as newest',
    to: 'order by brief.published_at asc nulls last, companies.created_at desc, companies.id desc) as newest',
    tests: ['server/news/read/news.order.test.ts'],
  },
  {
    name: 'brief order reversed',
    file: 'server/news/read/news.ts',
    from: 'order by published_at desc, id desc limit ${limit}`',
    to: 'order by published_at, id limit ${limit}`',
    tests: ['server/news/read/news.order.test.ts'],
  },
  {
    name: 'companies polled again within five minutes',
    file: 'server/news/polling/refresh.ts',
    from: 'const FRESH_MS = 5 * 60_000',
    to: 'const FRESH_MS = 0',
    tests: ['server/news/polling/refresh.test.ts'],
  },
  {
    name: 'two processes write one brief',
    file: 'server/news/briefs/curation-jobs.ts',
    from: 'order by id limit ${limit}\n    for update skip locked`)',
    to: 'order by id limit ${limit}`)',
    tests: ['server/news/briefs/write-briefs.test.ts'],
  },
  {
    name: 'an unchanged brief is saved again',
    file: 'server/news/briefs/brief-store.ts',
    from: 'and old.body = new.body',
    to: 'and false',
    tests: ['server/news/briefs/brief-store.test.ts'],
  },
  {
    name: 'a reader who wants no language model reads what it wrote',
    file: 'server/news/read/news.ts',
    from: "(brief.status = 'model' and reader.uses_model)`",
    to: "(brief.status = 'model')`",
    tests: ['server/news/briefs/model/model-briefs.test.ts'],
  },
  {
    name: 'a company and its job are not in one transaction',
    file: 'server/companies/companies.ts',
    from: "await queue.enqueue(queries, 'companies.added', { userId, companyId: added.id })",
    to: "await queue.enqueue(database.system, 'companies.added', { userId, companyId: added.id })",
    tests: ['tests/faults/both-or-neither.test.ts'],
  },
  {
    name: 'private job payloads stay in the queue',
    file: 'server/platform/queue/pg-boss.ts',
    from: 'if (job.isPrivate) await boss.deleteJob(name, received.id)',
    to: '',
    tests: ['server/platform/queue/queue.test.ts'],
  },
  {
    name: 'what was found for a joined site is lost to its trackers',
    file: 'server/news/tracked-companies/join-sites.ts',
    from: 'await keepHistory(queries, from.id)',
    to: '',
    tests: ['server/news/tracked-companies/join-sites.test.ts'],
  },
  {
    name: 'server-sent events without a heartbeat',
    file: 'server/platform/live/event-routes.ts',
    from: 'if (checkedAt - beatAt < heartbeatMs) continue',
    to: 'continue',
    tests: ['server/platform/live/event-routes.test.ts'],
  },
]
