import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dist, filesBelow, isProduction, root } from './place.ts'

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
