import { afterEach, expect, test, vi } from 'vitest'
import { NetworkError } from './network-error.ts'
import { uploadByXhr } from './upload.ts'

type Recorded = { header: Record<string, string>; sent: unknown; aborted: boolean }

/** A request that does nothing by itself; the test decides what happens to it. */
function standInRequest() {
  const recorded: Recorded = { header: {}, sent: null, aborted: false }
  const request = Object.assign(new EventTarget(), {
    upload: new EventTarget(),
    status: 0,
    statusText: '',
    responseText: '',
    withCredentials: false,
    open: () => {},
    setRequestHeader: (name: string, value: string) => Object.assign(recorded.header, { [name]: value }),
    send: (body: unknown) => {
      recorded.sent = body
    },
    abort: () => {
      recorded.aborted = true
      request.dispatchEvent(new Event('abort'))
      request.dispatchEvent(new Event('loadend'))
    },
  })
  // If a constructor returns an object, `new` evaluates to that object.
  vi.stubGlobal('XMLHttpRequest', function standIn() {
    return request
  })
  const arrive = (text: string) => {
    Object.assign(request, { status: 200, responseText: request.responseText + text })
    request.dispatchEvent(new Event('progress'))
  }
  const end = (name: 'load' | 'error') => {
    request.dispatchEvent(new Event(name))
    request.dispatchEvent(new Event('loadend'))
  }
  return { request, recorded, arrive, end }
}

afterEach(() => vi.unstubAllGlobals())

const sending = { path: '/api/companies/bulk-upload', file: new File(['x'], 'a.csv'), token: 'token' }

test('the file is sent as the field `file` with the bearer token, cookies and the Accept header', async () => {
  const { request, recorded, end } = standInRequest()
  const answer = uploadByXhr({ ...sending, accept: 'application/x-ndjson' })
  expect(recorded.header).toEqual({ authorization: 'Bearer token', accept: 'application/x-ndjson' })
  expect(request.withCredentials).toBe(true)
  expect((recorded.sent as FormData).get('file')).toMatchObject({ name: 'a.csv' })
  Object.assign(request, { status: 422, responseText: '{"message":"no"}' })
  end('load')
  expect(await answer).toEqual({ ok: false, status: 422, statusText: '', body: '{"message":"no"}' })
})

test('bytes are reported as they are sent, and each line once it is complete', async () => {
  const { request, arrive, end } = standInRequest()
  const shares: number[] = []
  const lines: string[] = []
  const answer = uploadByXhr({
    ...sending,
    onProgress: (share) => shares.push(share),
    onLine: (line) => lines.push(line),
  })
  for (const loaded of [25, 100])
    request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }))
  expect(shares).toEqual([0.25, 1])
  arrive('{"done":1,')
  expect(lines).toEqual([])
  arrive('"total":2}\n{"done":2,"total":2}\n{"rep')
  expect(lines).toEqual(['{"done":1,"total":2}', '{"done":2,"total":2}'])
  arrive('ort":{}}\n')
  end('load')
  expect(lines).toHaveLength(3)
  expect((await answer).body.split('\n')).toHaveLength(4)
})

test('an upload can be aborted before it starts and while it runs', async () => {
  const { recorded } = standInRequest()
  await expect(uploadByXhr({ ...sending, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  expect(recorded.sent).toBeNull()
  const control = new AbortController()
  const answer = uploadByXhr({ ...sending, signal: control.signal })
  control.abort()
  await expect(answer).rejects.toThrow(/abort/i)
  expect(recorded.aborted).toBe(true)
})

test('a lost connection fails like that of any other request', async () => {
  const { end } = standInRequest()
  const answer = uploadByXhr(sending)
  end('error')
  await expect(answer).rejects.toThrow(NetworkError)
})
