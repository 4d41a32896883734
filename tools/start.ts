import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

process.env.TIDINGS_BUILD ??= process.env.NODE_ENV === 'production' ? 'production' : 'development'

// A separate process, because the build tools change the environment and don't release their memory.
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts'), '--check-settings'], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
await import(new URL('../dist/server/main.js', import.meta.url).href)
