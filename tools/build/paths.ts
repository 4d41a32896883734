import { readdirSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHash } from 'node:crypto'

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

export const stampFile = join(dist, '.stamp')

const SOURCES = ['domain', 'server', 'tools', 'web']
const NOT_BUILT = /\.test\.tsx?$|(^|\/)testing\//

/** A fingerprint of everything the build reads. */
export function stampOfInputs(): string {
  const hash = createHash('sha256')
  const add = (file: string) =>
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  hash.update(`${isProduction()}\0${process.versions.node}\0`)
  for (const file of ['package.json', 'package-lock.json']) add(file)
  for (const folder of SOURCES) {
    for (const file of filesBelow(join(root, folder))) if (!NOT_BUILT.test(file)) add(`${folder}/${file}`)
  }
  return hash.digest('hex')
}

export const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null)
