import type { Fault } from './fault.ts'

export const pageLoadFaults: Fault[] = [
  {
    name: 'a page loads its news again when its event stream opens',
    file: 'web/features/news/live.ts',
    from: "?.eventId ?? ''",
    to: "?.eventId?.slice(0, 0) ?? ''",
    tests: ['web/app/shell.live-events.test.tsx'],
  },
  {
    name: 'news that a page has loaded is sent again',
    file: 'server/news/live/live-news.ts',
    from: 'const readAt = at === undefined ? undefined : new Date(Number(at))',
    to: 'const readAt = undefined',
    tests: ['server/news/live/live-news.test.ts'],
  },
  {
    name: 'coverage is read for the whole portfolio',
    file: 'web/features/news/feed/use-coverage.ts',
    from: 'isPaged ? filled.map(idsOf)',
    to: 'isPaged && filled.length > 9 ? filled.map(idsOf)',
    tests: ['web/features/news/feed/use-feed.test.tsx'],
  },
  {
    name: 'coverage of companies that are not asked for is sent too',
    file: 'server/news/read/coverage.ts',
    from: 'const rows = await counted(queries, { userId, ids }, clock())',
    to: 'const rows = await counted(queries, { userId, ids: ids && undefined }, clock())',
    tests: ['server/news/read/coverage.test.ts'],
  },
  {
    name: 'a count that leaves stories out looks exact',
    file: 'server/news/read/new-stories.ts',
    from: 'hasMore: fresh.some(({ isLast }) => isLast)',
    to: 'hasMore: fresh.length < 0',
    tests: ['server/news/read/new-stories.test.ts'],
  },
  {
    name: 'marking all as read leaves what was not counted',
    file: 'server/news/read/new-stories.ts',
    from: "await unreadStories(queries, userId, now, 'all')",
    to: "await unreadStories(queries, userId, now, 'newest')",
    tests: ['server/news/read/unread-stories.test.ts'],
  },
]
