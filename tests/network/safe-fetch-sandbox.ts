import type { Hit } from './internet/internet.ts'
import type { Namespace } from './namespace.ts'
import { openSandbox } from './sandbox.ts'
import type { Query, Zone } from './internet/scripted-dns.ts'

export type Command = { fetch: string } | { beside: string }

export type Report = {
  outcome: { status?: number; text?: string; url?: string; kind?: string; message?: string }
  hits: Hit[]
  syns: number
  queries: Query[]
  requests: { url: string; headers: Record<string, string | string[] | undefined> }[]
  outsideSafeFetch: number
  ms: number
  riseMb: number
  /** CPU time of the event loop's thread, which bounds the lag even on a busy machine. */
  busyMs: number
}

type Setting = { zone: Zone; names: string[]; environment?: Record<string, string> }

export async function openSafeFetchSandbox(namespace: Namespace, { zone, names, environment = {} }: Setting) {
  const args = [JSON.stringify(zone)]
  const program = await openSandbox(namespace, { program: 'safe-fetch-program.ts', args, names, environment })
  const ask = async (command: Command) => (await program.ask(command)) as Report

  return {
    fetch: (url: string) => ask({ fetch: url }),
    dialDirectly: (address: string) => ask({ beside: address }),
    close: program.close,
  }
}
