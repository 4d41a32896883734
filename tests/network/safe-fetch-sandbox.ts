import type { Hit } from './internet/internet.ts'
import type { Namespace } from './namespace.ts'
import { openSandbox } from './sandbox.ts'
import type { Query, Zone } from './internet/scripted-dns.ts'

export type Command = { fetch: string } | { beside: string }

export type Report = {
  outcome: { status?: number; text?: string; url?: string; kind?: string; message?: string }
  /** Canaries that were reached, and connections that were begun at all. */
  hits: Hit[]
  syns: number
  queries: Query[]
  requests: { url: string; headers: Record<string, string | string[] | undefined> }[]
  outsideSafeFetch: number
  ms: number
  riseMb: number
  /** Work of the thread whose loop serves everybody: it bounds the lag, however busy the machine is otherwise. */
  busyMs: number
}

type Setting = { zone: Zone; names: string[]; environment?: Record<string, string> }

/** The real door in a network of our own, asked for one address after the other. */
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
