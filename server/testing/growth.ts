const ROUNDS = 2
const TIMES = 16
/** Below this a measure says more about the machine than about the work. */
const FLOOR_MS = 1

/** Far from both: work that grows with the length of its input is at 16, work that grows with its square at 256. */
export const LINEAR = 64

/**
 * How many times more of this thread's time an input costs than a sixteenth of it does.
 * A ratio within one run: a busy machine changes both of its sides.
 */
export async function growth<Input>(
  make: (length: number) => Input,
  length: number,
  read: (input: Input) => unknown,
): Promise<number> {
  const part = await leastOf(make(Math.ceil(length / TIMES)), read)
  return (await leastOf(make(length), read)) / Math.max(part, FLOOR_MS)
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
