import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { FILE_TOO_LARGE, MAX_FILE_BYTES, NO_FILE_ON_PAGE } from '#domain/companies/files.ts'
import { AppError } from '#domain/errors.ts'

export type Upload = { name: string; bytes: Buffer }

const FIELD = 'file'
/** Longer names are truncated at the start. */
const MAX_NAME = 255
const MAX_NAME_LENGTH = 1024
const LIMITS = {
  files: 1,
  fileSize: MAX_FILE_BYTES,
  fields: 10,
  parts: 12,
  fieldSize: 4096,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

/** Kept in memory up to the limit, never on disk. */
export async function readUpload(request: Request): Promise<Upload> {
  const form = openForm(request)
  if (!request.body) throw unreadable('no body')
  const upload = collect(form)
  const body = request.body.getReader()
  try {
    await Promise.race([feed(form, body), upload.failed])
    return upload.result()
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error)
  } finally {
    form.removeAllListeners()
    // A truncated part may still report an error.
    form.on('error', () => {})
    form.destroy()
  }
}

function openForm(request: Request): BusboyInstance {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError('bad-request', 'The file must be sent as multipart/form-data')
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: LIMITS })
  } catch (error) {
    throw unreadable(error)
  }
}

export function collect(form: BusboyInstance) {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  let found: { name: string; chunks: Buffer[]; ended: boolean } | null = null
  const refuse = (error: unknown) => reject(error instanceof AppError ? error : unreadable(error))

  form.on('file', (field: string | undefined, stream: BusboyFileStream, name: string | undefined) => {
    stream.on('error', refuse)
    if (field !== FIELD) {
      stream.resume()
      return
    }
    if (name && name.length > MAX_NAME_LENGTH) refuse(new Error('the file name is too long'))
    const file = { name: fileName(name ?? ''), chunks: [] as Buffer[], ended: false }
    found = file
    stream.on('limit', () => refuse(tooLarge()))
    stream.on('data', (chunk: Buffer) => file.chunks.push(chunk))
    stream.on('end', () => (file.ended = true))
  })
  form.on('error', refuse)
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    form.on(limit, () => refuse(new Error(`too many parts: ${limit}`)))

  return {
    failed,
    result(): Upload {
      const bytes = Buffer.concat(found?.chunks ?? [])
      // A form without a chosen file has a part with no name and no content.
      if (!found || (found.name === '' && bytes.length === 0)) throw new AppError('invalid-input', NO_FILE_ON_PAGE)
      if (!found.ended) throw unreadable('the file is cut short')
      return { name: found.name, bytes }
    },
  }
}

/** Respects backpressure. */
async function feed(form: BusboyInstance, body: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const finished = new Promise<void>((resolve) => form.once('finish', resolve))
  for (let part = await body.read(); !part.done; part = await body.read()) {
    const chunk = Buffer.from(part.value.buffer, part.value.byteOffset, part.value.byteLength)
    await new Promise<void>((resolve) => form.write(chunk, () => resolve()))
  }
  form.end()
  await finished
}

/** The last segment of the path, without invisible characters. */
const fileName = (sent: string) =>
  (sent.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(-MAX_NAME)

const tooLarge = () => new AppError('too-large', FILE_TOO_LARGE.description)
const unreadable = (cause: unknown) => new AppError('bad-request', 'The upload could not be read', { cause })
