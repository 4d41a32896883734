import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { parseFetchAllow } from '../../server/platform/fetch/target.ts'
import type { FetchError } from '../../server/platform/fetch/fetch-error.ts'
import { openFetch } from '../../server/platform/fetch/safe-fetch.ts'
import { openLog } from '../../server/platform/log.ts'
import { countSyns, watchConnects, openInternet } from './internet/internet.ts'
import type { Command, Report } from './safe-fetch-sandbox.ts'
import { safeFetchSites } from './sites/safe-fetch-sites.ts'
import { NAME_SERVER } from './namespace.ts'
import { openScriptedDns, type Zone } from './internet/scripted-dns.ts'

// Runs inside the namespace. Reads one line of JSON per command and writes one in response.

const stacks = watchConnects()
const [certificate = '', key = '', zone = '{}'] = process.argv.slice(2)
const secrets = { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') }
const internet = await openInternet(secrets, await safeFetchSites())
const dns = await openScriptedDns(NAME_SERVER, JSON.parse(zone) as Zone)
const safeFetch = openFetch(
  { allow: parseFetchAllow(''), publicUrl: 'https://tidings.example.com' },
  { log: openLog('silent'), clock: () => new Date() },
)

say({ ready: true })
for await (const line of createInterface({ input: process.stdin })) say(await run(JSON.parse(line) as Command))
process.exit(0)

async function run(command: Command): Promise<Report> {
  const before = {
    hits: internet.hits.length,
    syns: countSyns(),
    queries: dns.queries.length,
    stacks: stacks.length,
  }
  const requests = internet.requests.length
  const rss = process.memoryUsage.rss()
  const cpu = process.threadCpuUsage()
  const began = performance.now()
  const outcome = 'fetch' in command ? await fetchOutcome(command.fetch) : await dialDirectly(command.beside)
  const ms = performance.now() - began
  const { user, system } = process.threadCpuUsage(cpu)
  return {
    outcome,
    hits: internet.hits.slice(before.hits),
    syns: countSyns() - before.syns,
    queries: dns.queries.slice(before.queries),
    requests: internet.requests.slice(requests).map(({ headers, url = '' }) => ({ url, headers })),
    outsideSafeFetch: stacks.slice(before.stacks).filter((stack) => !stack.includes('/server/platform/fetch/dial.ts'))
      .length,
    ms,
    riseMb: (process.memoryUsage.rss() - rss) / 1024 / 1024,
    busyMs: (user + system) / 1000,
  }
}

async function fetchOutcome(url: string): Promise<Report['outcome']> {
  try {
    const { status, bytes, url: from } = await safeFetch.fetch({ url })
    return { status, text: bytes.toString(), url: from }
  } catch (error) {
    const { kind, message } = error as FetchError
    return { kind, message }
  }
}

/** Forbidden in the product. Proves that the canaries and the hook would detect it. */
async function dialDirectly(address: string): Promise<Report['outcome']> {
  const socket = connect(80, address)
  await new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()))
  return {}
}

function say(report: object) {
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
