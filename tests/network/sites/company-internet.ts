import type { RequestListener, ServerResponse } from 'node:http'
import {
  BARE_SITES,
  BYSTANDERS,
  DRIPPING,
  GOOD_SITES,
  LEADING_PAGES,
  type CompanySite,
  type Reply,
} from './company-sites.ts'
import { POLLED_SITES } from './polled-sites.ts'
import { makeBomb } from './safe-fetch-sites.ts'
import { PUBLIC } from '../internet/internet.ts'
import { OBEDIENT_MODEL, SPEAKING_COMPANY } from './model-sites.ts'
import { PROVIDER_SITES } from './providers.ts'
import type { Zone } from '../internet/scripted-dns.ts'

const SITES: CompanySite[] = [
  ...GOOD_SITES,
  ...BARE_SITES,
  ...LEADING_PAGES,
  ...POLLED_SITES,
  ...BYSTANDERS,
  ...PROVIDER_SITES,
  DRIPPING,
  SPEAKING_COMPANY,
  OBEDIENT_MODEL,
]
const [SITE = ''] = PUBLIC

export const COMPANY_ZONE: Zone = Object.fromEntries(
  SITES.flatMap(({ host, records = { a: [SITE] } }) => (records ? [[host, records]] : [])),
)

export async function companyInternet(): Promise<RequestListener> {
  const bomb = await makeBomb(20)
  const pagesOf = new Map(SITES.filter(({ pages }) => pages).map(({ host, pages }) => [host, pages]))
  const visits = new Map<Reply, number>()
  return (request, response) => {
    const pages = pagesOf.get(request.headers.host ?? '') ?? {}
    const first = pages[request.url ?? ''] ?? pages['*'] ?? { status: 404 }
    const count = (visits.get(first) ?? 0) + 1
    visits.set(first, count)
    const reply = first.later && count > 2 ? first.later : first
    if (reply.way === 'reset') return void request.socket.destroy()
    response.writeHead(reply.status ?? 200, { ...reply.headers, connection: 'close' })
    if (reply.way === 'drip') return drip(response)
    response.end(reply.way === 'bomb' ? bomb : (reply.body ?? ''))
  }
}

function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write('.'), 200)
  response.once('close', () => clearInterval(timer))
}
