import { Readable, type Transform } from 'node:stream'

const MB = 1024 * 1024

/** So many megabytes of zeros, as a maker packs them. */
export async function compressed(megabytes: number, maker: Transform): Promise<Buffer> {
  const chunks: Buffer[] = []
  const zeros = Readable.from(pieces(megabytes), { objectMode: false })
  for await (const chunk of zeros.pipe(maker)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function* pieces(megabytes: number): Generator<Buffer> {
  const zeros = Buffer.alloc(MB)
  for (let i = 0; i < megabytes; i += 1) yield zeros
}
