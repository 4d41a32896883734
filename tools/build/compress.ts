import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesBelow } from './place.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const WORTH_IT = /\.(js|css|svg|csv|json|webmanifest)$/
const NOT_SERVED = /^(\.vite\/|routes\.json$)/

/** Pages, robots.txt and sitemap.xml are left to the server, which first fills in its own values. */
export async function compress(web: string): Promise<string> {
  const files = filesBelow(web).filter((file) => WORTH_IT.test(file) && !NOT_SERVED.test(file))
  await Promise.all(
    files.map(async (file) => {
      const path = join(web, file)
      const bytes = await readFile(path)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await writeFile(`${path}.br`, await brotli(bytes, { params }))
      await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }))
    }),
  )
  return `${files.length} files`
}
