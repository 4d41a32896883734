type Usage = { synopsis: string; does: string; more: string }

export const COMMANDS = {
  migrate: {
    synopsis: 'migrate',
    does: 'bring the database to this version',
    more: `Every process does the same when it starts; this does it without serving. Running it
again changes nothing, and any number may run at once.`,
  },
  backup: {
    synopsis: 'backup FILE',
    does: 'write everything in the database to FILE',
    more: `A snapshot of one moment, also while the product runs. FILE is compressed, readable by
you alone, and there only when it is whole; one of that name is replaced.
Keep the key file with it (auth-keys.json in DATA_DIR, or AUTH_SIGNING_KEYS).`,
  },
  restore: {
    synopsis: 'restore FILE',
    does: 'make the database what it was when FILE was written',
    more: `Stop every process first. FILE is checked to its end before anything is touched, and then
restored as a whole or not at all, also one of an older version. What was in the database
before is kept in DATA_DIR as before-restore-….backup, which restore takes back.`,
  },
  grant: {
    synopsis: 'grant EMAIL [--days N] [--reason TEXT]',
    does: 'give an account complimentary access',
    more: `For N days (1 to 3650), or for good where none are named. It is in the administrators’
record, and can be taken back at /admin.`,
  },
  admin: {
    synopsis: 'admin EMAIL [--remove]',
    does: 'make an account an administrator, or no longer one',
    more: `The account must exist. Addresses in ADMIN_EMAILS are administrators without this, and
stay so with --remove.`,
  },
  seed: {
    synopsis: 'seed [EMAIL]',
    does: 'fill an account with the sample portfolio',
    more: `demo@tidings.example where none is named. An account that does not exist is made, and its
password told once. Its fictional companies come with news.`,
  },
} satisfies Record<string, Usage>

export type Command = keyof typeof COMMANDS

export const isCommand = (name: string | undefined): name is Command =>
  name !== undefined && Object.hasOwn(COMMANDS, name)

export function usage(command?: Command): string {
  if (command) {
    const { synopsis, does, more } = COMMANDS[command]
    return `usage: npm run cli -- ${synopsis}\n\n${does[0]?.toUpperCase()}${does.slice(1)}.\n\n${more}\n`
  }
  const lines = Object.values(COMMANDS).map(({ synopsis, does }) => `  ${synopsis.padEnd(40)} ${does}`)
  return `usage: npm run cli -- COMMAND\n\n${lines.join('\n')}\n
\`COMMAND --help\` tells more. The settings are those of the server (DATA_DIR, DATABASE_URL, …).
Where there is no npm: node dist/server/cli.js COMMAND\n`
}
