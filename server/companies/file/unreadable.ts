import { FILE_UNREADABLE } from '#domain/company-file.ts'
import type { ErrorCode } from '#domain/errors.ts'

/** Why a file is not read, as it travels from the worker: an AppError would lose its class on the way. */
export type Refusal = { code: ErrorCode; message: string }

/** A file that claims to be a spreadsheet and is none that can be read safely. The reason is for tests and logs. */
export class Unreadable extends Error {
  readonly refusal: Refusal

  constructor(reason: string, refusal: Refusal = { code: 'invalid-input', message: FILE_UNREADABLE }) {
    super(reason)
    this.name = 'Unreadable'
    this.refusal = refusal
  }
}
