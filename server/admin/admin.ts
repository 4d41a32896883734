import { JOB_NOT_FOUND } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import type { BillingAdministration } from '../billing/admin-actions.ts'
import type { Database } from '../platform/database/open.ts'
import type { Auth, KeyedHash } from '../auth/auth.ts'
import type { Clock } from '#domain/time.ts'
import type { JobRunner, Queue } from '../platform/queue/queue.ts'
import type { Suppressions } from '../platform/email/suppressions.ts'
import type { WrongHosts } from '../platform/http/wrong-hosts.ts'
import { createAudit, writeAudit, adminPersonalData } from './audit.ts'
import { createClosing, createUserAdmin, createSubscriptions } from './users.ts'
import { createCodes, createRedeem } from './codes.ts'
import { pollingHealth, modelCost, type NamedModel } from './operations.ts'
import { createFunnel } from './funnel.ts'
import { createGrants } from './grants.ts'
import { systemHealth } from './health.ts'
import { createAccountFile } from './support/account-file.ts'
import { createSignInHelp } from './support/sign-in-help.ts'
import { createStatus } from './trust/status.ts'
import type { Log } from '../platform/log.ts'
import { createSupportViews } from './support/views.ts'

type Needs = {
  database: Database
  clock: Clock
  log: Log
  queue: Queue
  hash: KeyedHash
  auth: Pick<Auth, 'endSessions' | 'support'>
  billing: BillingAdministration
  jobs: Pick<JobRunner, 'overview' | 'tryAgain' | 'discard'>
  adminEmails: string[]
  isMailSent: boolean
  suppressions: Pick<Suppressions, 'find' | 'lift'>
  wrongHosts: Pick<WrongHosts, 'recentWebhooks'>
  sources: readonly string[]
  search: Parameters<typeof pollingHealth>[1]['search']
  model: NamedModel | null
}

export type Admin = ReturnType<typeof createAdmin>

export function createAdmin(needs: Needs) {
  const { database, clock, queue, hash, auth, billing, jobs, adminEmails, model } = needs
  const grants = createGrants({ database, clock, queue })

  /** The queue has its own connection, so the audit row is written first and rolled back if the job doesn't exist. */
  async function onJob(actor: string, act: string, id: string, work: (id: string) => Promise<string | null>) {
    const entry = { at: clock(), actor, act, details: { job: id } }
    await database.asSystem(async (queries) => {
      await writeAudit(queries, entry)
      if ((await work(id)) === null) throw new AppError('not-found', JOB_NOT_FOUND)
    })
  }

  return {
    people: createUserAdmin({ database, clock, grants, suppressions: needs.suppressions, adminEmails }),
    grants,
    closing: createClosing({ database, clock, queue, auth, billing }),
    subscriptions: createSubscriptions({ database, clock, billing }),
    views: createSupportViews({ database, clock, queue }),
    file: createAccountFile({ database, clock, auth }),
    signIn: createSignInHelp({ database, clock, queue, auth }),
    funnel: createFunnel({ database, clock }),
    codes: createCodes({ database, clock, hash }),
    audit: createAudit(database),
    redeem: createRedeem({ database, clock, queue, hash }),
    health: () => systemHealth(needs),
    status: createStatus({ check: () => systemHealth(needs), clock, log: needs.log }),
    pollingHealth: () => pollingHealth(database, needs, clock()),
    modelCost: () => modelCost(database, model, clock()),
    jobs: jobs.overview,
    retryJob: (actor: string, id: string) => onJob(actor, 'retry-job', id, jobs.tryAgain),
    discardJob: (actor: string, id: string) => onJob(actor, 'discard-job', id, jobs.discard),
    ...adminPersonalData(database),
  }
}
