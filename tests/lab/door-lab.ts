import type { Hit } from './canaries.ts'
import type { Namespace } from './namespace.ts'
import { openScene } from './scene.ts'
import type { Query, Zone } from './scripted-dns.ts'

export type Command = { fetch: string } | { beside: string }

export type Report = {
  outcome: { status?: number; text?: string; url?: string; kind?: string; message?: string }
  /** Canaries that were reached, and connections that were begun at all. */
  hits: Hit[]
  syns: number
  queries: Query[]
  requests: { url: string; headers: Record<string, string | string[] | undefined> }[]
  besideTheDoor: number
  ms: number
  riseMb: number
  /** Work of the thread whose loop serves everybody: it bounds the lag, however busy the machine is otherwise. */
  busyMs: number
}

type Setting = { zone: Zone; names: string[]; environment?: Record<string, string> }

/** The real door in a network of our own, asked for one address after the other. */
export async function openDoorLab(namespace: Namespace, { zone, names, environment = {} }: Setting) {
  const words = [JSON.stringify(zone)]
  const scene = await openScene(namespace, { program: 'door-scene.ts', words, names, environment })
  const ask = async (command: Command) => (await scene.ask(command)) as Report

  return {
    fetch: (url: string) => ask({ fetch: url }),
    dialBesideTheDoor: (address: string) => ask({ beside: address }),
    close: scene.close,
  }
}
