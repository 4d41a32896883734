import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHash } from 'node:crypto'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const dist = join(root, 'dist')

/** Production builds contain no developer pages. */
export const isProduction = () => process.env.TIDINGS_BUILD === 'production'

export class BuildError extends Error {}

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

const SOURCES = ['content', 'domain', 'server', 'tools', 'web']
const NOT_BUILT = /\.test\.tsx?$|(^|\/)testing\//

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
