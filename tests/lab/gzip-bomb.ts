import { createGzip } from 'node:zlib'

/** Zeros that take a thousand times the room once they are unpacked. */
export async function makeBomb(megabytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 9 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const zeros = Buffer.alloc(1024 * 1024)
  for (let i = 0; i < megabytes; i += 1) {
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  await new Promise((resolve) => gzip.once('end', resolve).end())
  return Buffer.concat(chunks)
}
