import type { Database } from '../../database/open.ts'
import type { JobRunner, Log } from '../../ports.ts'
import { inlineQueue } from './inline.ts'
import { pgBossQueue } from './pg-boss.ts'

export const openQueue = (kind: 'pg-boss' | 'inline', database: Database, log: Log): JobRunner =>
  kind === 'inline' ? inlineQueue(database) : pgBossQueue(database, log)
