import type { CompanyFile, CompanyFileReader } from './file/read-company-file.ts'
import { AllInvalid, type Imported, type Imports } from './imports.ts'

export type UploadOptions = {
  /** Plan only. */
  dryRun: boolean
  /** Whether companies that are there already take over what the file tells of them. */
  update: boolean
  /** How many rows of each kind are told. */
  reported?: number
  onProgress?: (done: number, total: number) => void
}

type OpenFile = CompanyFile & { name: string }

export type Uploads = ReturnType<typeof createUploads>

/** An uploaded file on its way into a portfolio. */
export function createUploads({ imports, reader }: { imports: Imports; reader: Pick<CompanyFileReader, 'read'> }) {
  async function run(userId: string, file: OpenFile, { dryRun, ...options }: UploadOptions): Promise<Imported> {
    try {
      return await (dryRun ? imports.preview : imports.commit)(userId, file, options)
    } finally {
      file.close()
    }
  }

  return {
    /** Refuses what is no company file; `strict` as the dialog is: every row needs a website. */
    open: async (
      userId: string,
      upload: { name: string; bytes: Uint8Array },
      options: { strict: boolean },
    ): Promise<OpenFile> => ({
      name: upload.name,
      ...(await reader.read(userId, upload, options)),
    }),

    run,

    /** What happens with every row, also when none of them can be imported. */
    async plan(userId: string, file: OpenFile, update: boolean) {
      try {
        return (await run(userId, file, { dryRun: true, update })).rows
      } catch (error) {
        if (error instanceof AllInvalid) return error.rows
        throw error
      }
    },
  }
}
