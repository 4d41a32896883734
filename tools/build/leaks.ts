import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BuildError, filesBelow } from './place.ts'

const DEVELOPER_STRINGS = ['/trial-test', '/test-email', '/debug-reset', '/api/test/']
const TEXT = /\.(js|html|json|css|map|txt|xml)$/

/** A build for production must not hold the developer pages in any form, not even as an address. */
export function refuseDeveloperPages(folder: string): string {
  const found = filesBelow(folder)
    .filter((file) => TEXT.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return DEVELOPER_STRINGS.filter((string) => text.includes(string)).map(
        (string) => `  ${file} contains ${string}`,
      )
    })
  if (found.length > 0)
    throw new BuildError(`Developer pages in a build for production:\n${found.join('\n')}`)
  return 'none'
}
