import { hasAcceptedExtension, MAX_FILE_BYTES } from '#domain/companies/files.ts'
import type { ToastMessage } from '../ui/toast.tsx'
import { fileTooLarge, folderDropped, invalidFileType, severalFiles } from './messages.ts'

/** What can be told from the outside of a file; the server looks inside. Null when it may be sent. */
export function fileProblem(file: Pick<File, 'name' | 'size'>): ToastMessage | null {
  if (!hasAcceptedExtension(file.name)) return invalidFileType
  return file.size > MAX_FILE_BYTES ? fileTooLarge : null
}

/** Why what was dropped cannot be taken; null when it is one file, or no file at all. */
export function dropProblem({ files, items }: Pick<DataTransfer, 'files' | 'items'>): ToastMessage | null {
  if (files.length > 1) return severalFiles(files.length)
  return items[0]?.webkitGetAsEntry()?.isDirectory ? folderDropped : null
}
