import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

/** The directory in DATA_DIR that holds everything of the embedded server. */
export function makeHome(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  const home = join(realpathSync(dataDir), 'postgres')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(home)
  if (!lstatSync(home).isDirectory())
    throw new EmbeddedPostgresError(`${home} has to be a directory, not a link.`)
  // Root would otherwise write where another user can plant links.
  if (uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      `${home} belongs to another user (${uid}). Start as that user, or choose another DATA_DIR.`,
    )
  }
  return home
}
