import { composeOn } from './composed.ts'

// A worker in a process of its own, so that it can be killed. Its clock runs ahead as far as it is told.

const [owner = '{}', settings = '{}', ahead = '0'] = process.argv.slice(2)
const product = await composeOn(
  JSON.parse(owner) as Parameters<typeof composeOn>[0],
  JSON.parse(settings) as Record<string, string>,
  { clock: () => new Date(Date.now() + Number(ahead)) },
)
await product.startJobs()
process.stdout.write('ready\n')
