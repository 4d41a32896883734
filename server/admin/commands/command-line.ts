import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { NewGrant } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { openQueue } from '../../platform/queue/queue.ts'
import { createGrants } from '../grants.ts'
import { parseConfig, type Config } from '../../config/config.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { connect, type Database } from '../../platform/database/open.ts'
import { openLog } from '../../platform/log.ts'
import { describeStartFailure } from '../../startup.ts'
import type { Clock } from '#domain/time.ts'
import { setAdministrator } from '../users.ts'
import { CommandError } from './backup-file.ts'
import { backup } from './backup.ts'
import { openOperatorDatabase, type OperatorDatabase } from './operator-database.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import {
  SUPPORT_ARGUMENTS,
  SUPPORT_COMMANDS,
  SUPPORT_HANDLERS,
  type SupportCommand,
  type Usage,
} from './support-commands.ts'

export const COMMANDS = {
  migrate: {
    synopsis: 'migrate',
    does: 'upgrade the database to this version',
    more: `Every process does this when it starts; the command does only this. It is safe to run it
again, or several times at once.`,
  },
  backup: {
    synopsis: 'backup FILE',
    does: 'back up the whole database to FILE',
    more: `Takes a consistent snapshot, even while Tidings is running. FILE is compressed, readable
only by you, and appears only once it is complete. An existing file is replaced.
Also keep the key file (auth-keys.json in DATA_DIR, or AUTH_SIGNING_KEYS).`,
  },
  restore: {
    synopsis: 'restore FILE',
    does: 'replace the database with the backup in FILE',
    more: `Stop every Tidings process first. FILE is checked completely before anything changes, and
then restored completely or not at all. Backups from older versions work. The previous
content is saved in DATA_DIR as before-restore-….backup, so you can restore it too.`,
  },
  grant: {
    synopsis: 'grant EMAIL [--days N] [--reason TEXT]',
    does: 'give an account complimentary access',
    more: `For N days (1 to 3650), or permanently. The grant appears in the audit log and can be
revoked at /admin.`,
  },
  ...SUPPORT_COMMANDS,
  admin: {
    synopsis: 'admin EMAIL [--remove]',
    does: 'make an account an administrator, or revoke that',
    more: `The account must exist. Addresses in ADMIN_EMAILS are always administrators, even after
--remove.`,
  },
  seed: {
    synopsis: 'seed [EMAIL]',
    does: 'add the sample portfolio to an account',
    more: `Uses demo@tidings.example if you give no EMAIL. If the account doesn't exist, it is created
and its password is printed once. The companies are fictional and come with news.`,
  },
} satisfies Record<string, Usage>

type Command = keyof typeof COMMANDS

const isCommand = (name: string | undefined): name is Command => name !== undefined && Object.hasOwn(COMMANDS, name)

function usage(command?: Command): string {
  if (command) {
    const { synopsis, does, more } = COMMANDS[command]
    return `usage: npm run cli -- ${synopsis}\n\n${does[0]?.toUpperCase()}${does.slice(1)}.\n\n${more}\n`
  }
  const lines = Object.values(COMMANDS).map(({ synopsis, does }) => `  ${synopsis.padEnd(46)} ${does}`)
  return `usage: npm run cli -- COMMAND\n\n${lines.join('\n')}\n
Run \`COMMAND --help\` for details. The server's settings (DATA_DIR, DATABASE_URL, …) apply here too.
Without npm: node dist/server/cli.js COMMAND\n`
}

const OPERATOR = 'command line'
const DEMO = 'demo@tidings.example'
const POOL_SIZE = 2

type Terminal = { print: (line: string) => void; printError: (line: string) => void }
type Options = {
  days?: string
  reason?: string
  text?: string
  evidence?: string
  remove?: boolean
  cancel?: boolean
  help?: boolean
}
type CommandContext = {
  config: Config
  clock: Clock
  print: (line: string) => void
  database: OperatorDatabase
  given: string
  options: Options
}

/** Returns the exit code: 0 for success, 1 for failure, 2 for a usage error. */
export async function runCommandLine(
  words: string[],
  environment: Record<string, string | undefined>,
  { print, printError }: Terminal,
  clock: Clock = () => new Date(),
): Promise<number> {
  const read = parseWords(words)
  if (!read) {
    printError(usage(words.find(isCommand)))
    return 2
  }
  if ('help' in read) {
    print(usage(read.help))
    return 0
  }
  try {
    const config = parseConfig(environment)
    const database = await openOperatorDatabase(config.database)
    try {
      await HANDLERS[read.command]({
        config,
        clock,
        print,
        database,
        given: read.given,
        options: read.options,
      })
    } finally {
      await database.close()
    }
    return 0
  } catch (error) {
    printError(errorMessage(error))
    return 1
  }
}

type Read = { help: Command | undefined } | { command: Command; given: string; options: Options }

function parseWords(words: string[]): Read | null {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        days: { type: 'string' },
        reason: { type: 'string' },
        text: { type: 'string' },
        evidence: { type: 'string' },
        remove: { type: 'boolean' },
        cancel: { type: 'boolean' },
      },
    })
    const [command, given = '', ...rest] = positionals
    if (values.help) return { help: isCommand(command) ? command : undefined }
    if (!isCommand(command) || rest.length > 0) return null
    const { takes, needs } = ARGUMENTS[command]
    const isTaken = Object.keys(values).every((name) => takes.includes(name))
    return isTaken && (given !== '' || !needs) && (given === '' || needs !== null)
      ? { command, given, options: values }
      : null
  } catch {
    return null
  }
}

const ARGUMENTS: Record<Command, { takes: string[]; needs: boolean | null }> = {
  migrate: { takes: [], needs: null },
  backup: { takes: [], needs: true },
  restore: { takes: [], needs: true },
  grant: { takes: ['days', 'reason'], needs: true },
  ...SUPPORT_ARGUMENTS,
  admin: { takes: ['remove'], needs: true },
  seed: { takes: [], needs: false },
}

const HANDLERS: Record<Command, (work: CommandContext) => Promise<void>> = {
  async migrate({ database, print }) {
    await migrate(database.owner, print)
    print('The database is up to date.')
  },

  async backup({ database, given, clock, print }) {
    const { rows } = await backup(database.owner, given, clock())
    print(`Wrote ${rows} rows to ${given}. Keep the key file too; the backup doesn't contain it.`)
  },

  async restore({ config, database, given, clock, print }) {
    // Checked here because an idle process may have no connection that a later check would notice.
    if (database.isInUse) throw new CommandError(`${config.dataDir} is in use. Stop every Tidings process first.`)
    const { at, rows } = await restore(given, {
      owner: database.owner,
      keepIn: config.dataDir,
      now: clock(),
      log: print,
    })
    print(`Restored ${rows} rows from the backup of ${at}.`)
  },

  grant: (work) =>
    withDatabase(work, async (database) => {
      const days = work.options.days === undefined ? null : Number(work.options.days)
      const reason = work.options.reason ?? 'Granted on the command line'
      const given = NewGrant.parse({ email: work.given, days, reason })
      const jobs = openQueue('pg-boss', database, openLog('error'))
      try {
        const grants = createGrants({ database, clock: work.clock, queue: jobs.queue })
        const { endsAt } = await grants.give(OPERATOR, given)
        work.print(`${work.given} has access ${endsAt ? `until ${endsAt}` : 'permanently'}.`)
      } finally {
        await jobs.stop()
      }
    }),

  admin: (work) =>
    withDatabase(work, async (database) => {
      const isAdmin = !work.options.remove
      await setAdministrator(database, OPERATOR, work.given, isAdmin, work.clock())
      work.print(`${work.given} is ${isAdmin ? '' : 'no longer '}an administrator.`)
    }),

  ...(Object.fromEntries(
    Object.entries(SUPPORT_HANDLERS).map(([name, run]) => [
      name,
      (work: CommandContext) => withDatabase(work, (database) => run({ ...work, database, actor: OPERATOR })),
    ]),
  ) as Record<SupportCommand, (work: CommandContext) => Promise<void>>),

  seed: (work) =>
    withDatabase(work, async (database) => {
      const { config, clock, given } = work
      const { email, password, companies } = await seed(config, { database, clock, email: given.toLowerCase() || DEMO })
      work.print(`Added ${companies} sample companies for ${email}.`)
      if (password) work.print(`Created the account. Password: ${password}`)
    }),
}

async function withDatabase(
  { config, database: { owner, isEmbedded }, print }: CommandContext,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  await migrate(owner, print)
  const database = connect({ ...config.database, poolSize: POOL_SIZE }, owner, isEmbedded, () => {})
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

function errorMessage(error: unknown): string {
  if (error instanceof ZodError) return error.issues.map(({ message }) => message).join('\n')
  const isPlain = error instanceof CommandError || error instanceof AppError
  return isPlain ? error.message : describeStartFailure(error)
}
