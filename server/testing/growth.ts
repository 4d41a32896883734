const ROUNDS = 2
/** Below this a measure says more about the machine than about the work. */
const FLOOR_MS = 2

/** Work that grows with the length of its input is below this, work that grows with its square is at sixteen. */
export const LINEAR = 8

/**
 * How many times more of this thread's time an input costs than a quarter of it does.
 * A ratio within one run: a busy machine changes both of its sides.
 */
export async function growth<Input>(
  make: (length: number) => Input,
  length: number,
  read: (input: Input) => unknown,
): Promise<number> {
  const quarter = await leastOf(make(Math.ceil(length / 4)), read)
  return (await leastOf(make(length), read)) / Math.max(quarter, FLOOR_MS)
}

async function leastOf<Input>(input: Input, read: (input: Input) => unknown): Promise<number> {
  let least = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = process.threadCpuUsage()
    await read(input)
    const { user, system } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
