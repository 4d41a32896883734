import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const dist = join(root, 'dist')

/** Builds for production carry no developer pages. */
export const isProduction = () => process.env.TIDINGS_BUILD === 'production'

/** A fault in what was built, told in its own words; anything else is a fault of the build. */
export class BuildError extends Error {}

/** Every file below a folder, as paths relative to it, in the same order everywhere. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}
