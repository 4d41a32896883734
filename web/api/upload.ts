import type { Answer } from './client.ts'

export type Upload = (upload: {
  path: string
  file: File
  token: string | null
  onProgress?: (share: number) => void
}) => Promise<Answer>

/** fetch cannot tell how much of a body has been sent; XMLHttpRequest can. */
export const uploadByXhr: Upload = ({ path, file, token, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.withCredentials = true
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total ? loaded / total : 0),
    )
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      resolve({ ok: status >= 200 && status < 300, status, statusText, body: responseText })
    })
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })
