import Stripe from 'stripe'
import { loopbackSite } from '../network/loopback-site.ts'
import { checkRequest, type Checked, type Problem, type Sent } from './request-check.ts'

type Headers = Record<string, string | string[] | undefined>

type Seen = Checked & { status: number }

export async function strictApi(key: string, answer: (request: Request) => Promise<Response> | Response) {
  const seen: Seen[] = []

  async function answered(sent: Sent, headers: Headers): Promise<Response> {
    const checked = checkRequest(sent)
    const problems = [...inHeaders(sent, headers, key), ...checked.problems]
    const [problem] = problems
    const response = problem ? refusal(problem) : await answer(requestOf(sent, headers))
    seen.push({ ...checked, problems, status: response.status })
    return response
  }

  const site = await loopbackSite((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const [pathname = '', query = ''] = url.split('?')
      const sent = { method, pathname, query, body: Buffer.concat(chunks).toString() }
      void answered(sent, headers).then(async (reply) =>
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text()),
      )
    })
  })
  return { seen, url: site.url, close: site.close }
}

function inHeaders({ method, body }: Sent, headers: Headers, key: string): Problem[] {
  const { authorization, 'stripe-version': version, 'content-type': content } = headers
  const isForm = content === 'application/x-www-form-urlencoded' || method !== 'POST' || body === ''
  return [
    ...(authorization === `Bearer ${key}` ? [] : [{ message: 'Invalid API Key provided' }]),
    ...(version === Stripe.API_VERSION ? [] : [{ message: `Invalid API version: ${String(version)}` }]),
    ...(isForm ? [] : [{ message: `Invalid content type: ${String(content)}` }]),
  ]
}

const refusal = (problem: Problem) =>
  Response.json({ error: { type: 'invalid_request_error', ...problem } }, { status: 400 })

function requestOf({ method, pathname, query, body }: Sent, headers: Headers): Request {
  const key = headers['idempotency-key']
  return new Request(new URL(`${pathname}?${query}`, 'http://provider.example'), {
    method,
    headers: key ? { 'idempotency-key': String(key) } : {},
    ...(method === 'POST' ? { body } : {}),
  })
}
