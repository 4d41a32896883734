/** What the engine answers instead of doing what it was asked, in the provider's own shape. Nothing is kept of the attempt. */
export class Refusal extends Error {
  readonly status: number
  readonly error: { type: string; message: string; code?: string; param?: string }

  constructor(status: number, error: Refusal['error']) {
    super(error.message)
    this.name = 'Refusal'
    this.status = status
    this.error = error
  }
}

export const invalid = (message: string, details: { code?: string; param?: string } = {}) =>
  new Refusal(400, { type: 'invalid_request_error', message, ...details })

export const missing = (kind: string, id: string) =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${kind}: '${id}'`,
  })
