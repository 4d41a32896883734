// Exits when stdin closes, so that it can't outlive the test run.
import { startEmbeddedPostgres } from '../../server/platform/database/embedded/start.ts'

const [dataDir = '', becomeUser] = process.argv.slice(2)
process.stdin.on('end', () => process.exit()).resume()
if (becomeUser) {
  process.setgroups?.([])
  process.setgid?.(Number(becomeUser))
  process.setuid?.(Number(becomeUser))
}

try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => say({ log: line }) })
  process.once('SIGTERM', () => void postgres.stop().then(() => process.exit()))
  say({ socketDir: postgres.socketDir })
} catch (error) {
  say({ refusal: (error as Error).message })
  process.exit(1)
}

function say(what: { log: string } | { socketDir: string } | { refusal: string }) {
  process.stdout.write(`${JSON.stringify(what)}\n`)
}
