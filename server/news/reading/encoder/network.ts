import { readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * The encoder's arithmetic on its weights: token ids in, one number per possible answer about the item out, and for each
 * token one number per possible fact.
 */
export type Network = { places: number; read: (ids: number[]) => { answers: Float32Array; tags: Float32Array[] } }

const KERNEL = new URL('./kernel.wasm', import.meta.url)
const WEIGHTS = new URL('./weights.bin', import.meta.url)

/** The types of Node leave it out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

const Kernel = z.object({
  memory: z.custom<{ readonly buffer: ArrayBuffer }>(),
  reserve: z.custom<(bytes: number) => void>(),
  linear: z.custom<(...pointersAndSizes: number[]) => void>(),
  normalize: z.custom<(...pointersAndSizes: number[]) => void>(),
  attend: z.custom<(...pointersAndSizes: number[]) => void>(),
})

const Head = z.object({
  vocabulary: z.number(),
  size: z.number(),
  layers: z.number(),
  places: z.record(z.string(), z.number()),
})

const EMBEDDING = 128
const PLACES = 128
const OUTPUTS = 21
const TAGS = 16
const FLOAT = 4
const WEIGHTS_AT = 0x1_00_00
const OFFSET = 64
const MODE = { set: 0, positive: 1, add: 2 }
/** The id of the token that stands for the company. */
const COMPANY_ID = 4

export function loadNetwork(): Network {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(KERNEL)))
  const kernel = Kernel.parse(instance.exports)
  const file = readFileSync(WEIGHTS)
  const body = file.indexOf(0x0a) + 1
  const { size, layers, places } = Head.parse(JSON.parse(file.subarray(0, body).toString()))
  const rooms = roomsAfter(WEIGHTS_AT + file.length - body, size)
  kernel.reserve(rooms.end)
  new Uint8Array(kernel.memory.buffer).set(file.subarray(body), WEIGHTS_AT)
  const bytes = new Uint8Array(kernel.memory.buffer)
  const floats = new Float32Array(kernel.memory.buffer)
  const at = (name: string): number => {
    const place = places[name]
    if (place === undefined) throw new Error(`the weights lack ${name}`)
    return WEIGHTS_AT + place
  }

  const linear = (
    name: string,
    x: number,
    tokens: number,
    inputs: number,
    outputs: number,
    out: number,
    mode: number,
  ) =>
    kernel.linear(
      x,
      tokens,
      inputs,
      at(`${name}.weights`),
      at(`${name}.scales`),
      at(`${name}.biases`),
      outputs,
      out,
      mode,
      rooms.scratch,
    )
  const normalize = (name: string, x: number, tokens: number, width: number, out: number) =>
    kernel.normalize(x, tokens, width, at(`${name}.gamma`), at(`${name}.beta`), out)

  /** Each token's own vector plus that of its place. */
  function embed(ids: number[]): void {
    const [tokens, tokenScales] = [at('tokens.weights'), at('tokens.scales') / FLOAT]
    const [positions, positionScales] = [at('places.weights'), at('places.scales') / FLOAT]
    for (const [place, id] of ids.entries()) {
      const [scale = 0, positionScale = 0] = [floats[tokenScales + id], floats[positionScales + place]]
      for (let column = 0; column < EMBEDDING; column += 1) {
        const token = ((bytes[tokens + id * EMBEDDING + column] ?? OFFSET) - OFFSET) * scale
        const position = ((bytes[positions + place * EMBEDDING + column] ?? OFFSET) - OFFSET) * positionScale
        floats[rooms.y / FLOAT + place * EMBEDDING + column] = token + position
      }
    }
  }

  /** The first token, the mean of all, and the mean of the places that name the company. */
  function pool(ids: number[]): void {
    const named = ids.flatMap((id, place) => (id === COMPANY_ID ? [place] : []))
    const groups = [[0], ids.map((_, place) => place), named]
    for (const [group, members] of groups.entries())
      for (let column = 0; column < size; column += 1) {
        let sum = 0
        for (const place of members) sum += floats[rooms.y / FLOAT + place * size + column] ?? 0
        floats[rooms.mixed / FLOAT + group * size + column] = sum / Math.max(1, members.length)
      }
  }

  const floatsAt = (pointer: number, count: number) => floats.slice(pointer / FLOAT, pointer / FLOAT + count)

  function read(ids: number[]): ReturnType<Network['read']> {
    const tokens = ids.length
    embed(ids)
    normalize('norm0', rooms.y, tokens, EMBEDDING, rooms.y)
    linear('widen', rooms.y, tokens, EMBEDDING, size, rooms.x, MODE.set)
    for (let layer = 0; layer < layers; layer += 1) {
      const block = `blocks.${layer}`
      normalize(`${block}.norm1`, rooms.x, tokens, size, rooms.y)
      linear(`${block}.qkv`, rooms.y, tokens, size, 3 * size, rooms.wide, MODE.set)
      kernel.attend(rooms.wide, tokens, size, rooms.y, rooms.scratch)
      linear(`${block}.out`, rooms.y, tokens, size, size, rooms.x, MODE.add)
      normalize(`${block}.norm2`, rooms.x, tokens, size, rooms.y)
      linear(`${block}.up`, rooms.y, tokens, size, 4 * size, rooms.wide, MODE.positive)
      linear(`${block}.down`, rooms.wide, tokens, 4 * size, size, rooms.x, MODE.add)
    }
    normalize('norm', rooms.x, tokens, size, rooms.y)
    pool(ids)
    linear('tags', rooms.y, tokens, size, TAGS, rooms.wide, MODE.set)
    const tags = ids.map((_, place) => floatsAt(rooms.wide + place * TAGS * FLOAT, TAGS))
    linear('mix', rooms.mixed, 1, 3 * size, size, rooms.x, MODE.positive)
    linear('heads', rooms.x, 1, size, OUTPUTS, rooms.y, MODE.set)
    return { answers: floatsAt(rooms.y, OUTPUTS), tags }
  }

  return { places: PLACES, read }
}

function roomsAfter(start: number, size: number) {
  const vectors = PLACES * size * FLOAT
  const x = Math.ceil(start / 16) * 16
  const y = x + vectors
  const wide = y + vectors
  const mixed = wide + 4 * vectors
  const scratch = mixed + 3 * size * FLOAT
  return { x, y, wide, mixed, scratch, end: scratch + PLACES * (4 * size + 2 * FLOAT) }
}
