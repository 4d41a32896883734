const ROUNDS = 2
const TIMES = 16
/** Below this, noise dominates. */
const FLOOR_MS = 1

/** Linear work grows by a factor of 16, quadratic work by 256. */
export const LINEAR = 64

/** CPU time for an input relative to one a sixteenth as long. A ratio within one run, as machine load affects both. */
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
