import type { ToastMessage } from '../ui/toast.tsx'
import { fileTooLarge, invalidFileType } from './messages.ts'

export const MAX_FILE_BYTES = 5 * 1024 * 1024
export const ACCEPTED = '.csv,.xlsx,.xls'

/** What can be told from the outside of a file; the server looks inside. Null when it may be sent. */
export function fileProblem(file: Pick<File, 'name' | 'size'>): ToastMessage | null {
  if (!/\.(csv|xlsx|xls)$/i.test(file.name)) return invalidFileType
  return file.size > MAX_FILE_BYTES ? fileTooLarge : null
}
