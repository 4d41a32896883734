import { closeSync, ftruncateSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './errors.ts'
import { tryLock } from './file-lock.ts'

/** Makes this process the one owner of `home`, or refuses. Returns how to give it back. */
export async function claimOwnership(home: string, dataDir: string): Promise<() => void> {
  const path = join(home, 'owner.lock')
  // A held lock means a living owner: process ids are reused and files survive crashes, so neither is asked.
  const descriptor = await tryLock(path)
  if (descriptor === null) {
    throw new EmbeddedPostgresError(
      `${dataDir} is already in use by ${await owner(path)}. Stop it, or start with another DATA_DIR.`,
    )
  }
  ftruncateSync(descriptor)
  writeSync(descriptor, `${process.pid}\n`, 0)
  return () => closeSync(descriptor)
}

async function owner(path: string) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const pid = readFileSync(path, 'utf8').trim()
    if (pid) return `process ${pid}`
    await sleep(10)
  }
  return 'another process'
}
