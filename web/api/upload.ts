import type { Answer } from './client.ts'
import { NetworkError } from './network-error.ts'

export type UploadOptions = {
  accept?: string
  signal?: AbortSignal
  onProgress?: (share: number) => void
  onLine?: (line: string) => void
}

export type Upload = (upload: { path: string; file: File; token: string | null } & UploadOptions) => Promise<Answer>

/** fetch cannot report upload progress; XMLHttpRequest can. */
export const uploadByXhr: Upload = ({ path, file, token, accept, signal, onProgress, onLine }) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.withCredentials = true
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    if (accept) request.setRequestHeader('accept', accept)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total ? loaded / total : 0))
    if (onLine) request.addEventListener('progress', emitLines(request, onLine))

    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.addEventListener('abort', () => reject(signal?.reason))
    request.addEventListener('error', () => reject(new NetworkError()))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      resolve({ ok: status >= 200 && status < 300, status, statusText, body: responseText })
    })
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })

function emitLines(request: XMLHttpRequest, onLine: (line: string) => void): () => void {
  let emitted = 0
  return () => {
    if (request.status !== 200) return
    const text = request.responseText
    for (let end = text.indexOf('\n', emitted); end !== -1; end = text.indexOf('\n', emitted)) {
      onLine(text.slice(emitted, end))
      emitted = end + 1
    }
  }
}
