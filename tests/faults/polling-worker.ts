import { composeOn } from './composed.ts'

// A separate process, so that it can be killed.

const [target = '{}', settings = '{}', ahead = '0'] = process.argv.slice(2)
const product = await composeOn(
  JSON.parse(target) as Parameters<typeof composeOn>[0],
  JSON.parse(settings) as Record<string, string>,
  { clock: () => new Date(Date.now() + Number(ahead)) },
)
await product.startJobs()
process.stdout.write('ready\n')
