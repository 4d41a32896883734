import type { ImportChoice } from '#domain/companies/import/table.ts'
import type { CompanyFile, CompanyFileReader, ReadOptions } from './file/read-company-file.ts'
import { AllInvalid, type Imported, type Imports } from './imports.ts'

export type UploadOptions = {
  dryRun: boolean
  /** Whether existing companies are updated with the details in the file. */
  update: boolean
  /** How many rows of each kind to report. */
  reported?: number
  onProgress?: (done: number, total: number) => void
  choice?: ImportChoice | undefined
}

type OpenFile = CompanyFile & { name: string }

export type Uploads = ReturnType<typeof createUploads>

type Needs = { imports: Imports; reader: Pick<CompanyFileReader, 'read'> }

export function createUploads({ imports, reader }: Needs) {
  async function run(userId: string, file: OpenFile, { dryRun, ...options }: UploadOptions): Promise<Imported> {
    try {
      return await (dryRun ? imports.preview : imports.commit)(userId, file, options)
    } finally {
      file.close()
    }
  }

  return {
    /** With `strict`, which the dialog uses, every row needs a website. */
    open: async (
      userId: string,
      upload: { name: string; bytes: Uint8Array },
      options: ReadOptions,
    ): Promise<OpenFile> => {
      const answers = await imports.answers(userId)
      return { name: upload.name, ...(await reader.read(userId, upload, { ...options, answers })) }
    },

    run,

    /** Returns the rows even if none can be imported. */
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
