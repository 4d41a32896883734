import type { ImportProgress, ImportReport } from '#domain/imports.ts'
import { STATUS_OF, type AppError } from '#domain/errors.ts'

type Tell = (done: number, total: number) => void

/**
 * An import told line by line while it runs. It goes on when nobody listens any more:
 * whoever closes the page has still uploaded the file.
 */
export function progressStream(
  run: (tell: Tell) => Promise<ImportReport>,
  refusalOf: (error: unknown) => AppError,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      let heard = true
      const tell = (line: ImportProgress) => {
        try {
          if (heard) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
        } catch {
          heard = false
        }
      }
      await run((done, total) => tell({ done, total }))
        .then((report) => tell({ report }))
        .catch((error: unknown) => {
          const { code, message } = refusalOf(error)
          tell({ problem: { status: STATUS_OF[code], code, message } })
        })
      if (heard) controller.close()
    },
  })
}
