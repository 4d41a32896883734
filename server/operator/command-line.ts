import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { NewGrant, USER_NOT_FOUND } from '#domain/admin.ts'
import { AppError } from '#domain/errors.ts'
import { openQueue } from '../adapters/queue/open.ts'
import { createGrants } from '../admin/grants.ts'
import { parseConfig, type Config } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { connect, type Database } from '../database/open.ts'
import { openLog } from '../log.ts'
import { describeStartFailure } from '../start-failure.ts'
import type { Clock } from '../ports.ts'
import { setAdministrator } from './administrator.ts'
import { OperatorError } from './backup-file.ts'
import { backup } from './backup.ts'
import { openOperatorDatabase, type OperatorDatabase } from './operator-database.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import { isCommand, usage, type Command } from './usage.ts'

/** Who acted, in the administrators' record. */
const OPERATOR = 'command line'
const DEMO = 'demo@tidings.example'
const POOL_SIZE = 2

type Terminal = { say: (line: string) => void; complain: (line: string) => void }
type Options = { days?: string; reason?: string; remove?: boolean; help?: boolean }
type Work = {
  config: Config
  clock: Clock
  say: (line: string) => void
  database: OperatorDatabase
  given: string
  options: Options
}

/** Runs what the words ask for; answers the exit code: 0 done, 1 could not be done, 2 not understood. */
export async function runCommandLine(
  words: string[],
  environment: Record<string, string | undefined>,
  { say, complain }: Terminal,
  clock: Clock = () => new Date(),
): Promise<number> {
  const read = readWords(words)
  if (!read) {
    complain(usage(words.find(isCommand)))
    return 2
  }
  if ('help' in read) {
    say(usage(read.help))
    return 0
  }
  try {
    const config = parseConfig(environment)
    const database = await openOperatorDatabase(config.database)
    try {
      await WORK[read.command]({ config, clock, say, database, given: read.given, options: read.options })
    } finally {
      await database.close()
    }
    return 0
  } catch (error) {
    complain(worded(error))
    return 1
  }
}

type Read = { help: Command | undefined } | { command: Command; given: string; options: Options }

/** Null where they make no sense. */
function readWords(words: string[]): Read | null {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        days: { type: 'string' },
        reason: { type: 'string' },
        remove: { type: 'boolean' },
      },
    })
    const [command, given = '', ...rest] = positionals
    if (values.help) return { help: isCommand(command) ? command : undefined }
    if (!isCommand(command) || rest.length > 0) return null
    const { takes, needs } = WORDS[command]
    const isTaken = Object.keys(values).every((name) => takes.includes(name))
    return isTaken && (given !== '' || !needs) && (given === '' || needs !== null)
      ? { command, given, options: values }
      : null
  } catch {
    return null
  }
}

/** Which options a command takes, and whether it needs a word of its own; null: it takes none. */
const WORDS: Record<Command, { takes: string[]; needs: boolean | null }> = {
  migrate: { takes: [], needs: null },
  backup: { takes: [], needs: true },
  restore: { takes: [], needs: true },
  grant: { takes: ['days', 'reason'], needs: true },
  admin: { takes: ['remove'], needs: true },
  seed: { takes: [], needs: false },
}

const WORK: Record<Command, (work: Work) => Promise<void>> = {
  async migrate({ database, say }) {
    await migrate(database.owner, say)
    say('The database is at this version.')
  },

  async backup({ database, given, clock, say }) {
    const { rows } = await backup(database.owner, given, clock())
    say(`${rows} rows are in ${given}. Keep the key file with it: it is not in there.`)
  },

  async restore({ config, database, given, clock, say }) {
    // An idle process holds no connection by which it could be noticed later.
    if (database.isInUse)
      throw new OperatorError(`${config.dataDir} is in use. Stop every process of Tidings first.`)
    const { at, rows } = await restore(given, {
      owner: database.owner,
      keepIn: config.dataDir,
      now: clock(),
      log: say,
    })
    say(`Restored ${rows} rows as they were at ${at}.`)
  },

  grant: (work) =>
    withDatabase(work, async (database) => {
      const days = work.options.days === undefined ? null : Number(work.options.days)
      const reason = work.options.reason ?? 'Given on the command line'
      const given = NewGrant.parse({ email: work.given, days, reason })
      const jobs = openQueue('pg-boss', database, openLog('error'))
      try {
        const grants = createGrants({ database, clock: work.clock, queue: jobs.queue })
        const { endsAt } = await grants.give(OPERATOR, given)
        work.say(`${work.given} has access ${endsAt ? `until ${endsAt}` : 'for good'}.`)
      } finally {
        await jobs.stop()
      }
    }),

  admin: (work) =>
    withDatabase(work, async (database) => {
      const isAdmin = !work.options.remove
      const found = await setAdministrator(database, OPERATOR, work.given, isAdmin, work.clock())
      if (!found) throw new AppError('not-found', USER_NOT_FOUND)
      work.say(`${work.given} is ${isAdmin ? 'an' : 'no'} administrator${isAdmin ? '' : ' any more'}.`)
    }),

  seed: (work) =>
    withDatabase(work, async (database) => {
      const { config, clock, given } = work
      const { email, password, companies } = await seed(config, { database, clock, email: given || DEMO })
      work.say(`${companies} sample companies were added for ${email}.`)
      if (password) work.say(`The account was made for this; its password is ${password}`)
    }),
}

async function withDatabase(
  { config, database: { owner, isEmbedded }, say }: Work,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  await migrate(owner, say)
  const database = connect({ ...config.database, poolSize: POOL_SIZE }, owner, isEmbedded, () => {})
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** What an operator can mend is one clear text; what they cannot comes with its stack. */
function worded(error: unknown): string {
  if (error instanceof ZodError) return error.issues.map(({ message }) => message).join('\n')
  const isPlain = error instanceof OperatorError || error instanceof AppError
  return isPlain ? error.message : describeStartFailure(error)
}
