import { closeSync, ftruncateSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './errors.ts'
import { tryLock } from './file-lock.ts'

/** An owner that was killed a moment ago may not be quite gone. */
const PATIENCE_MS = 400
const POLL_MS = 20

/** Makes this process the one owner of `home`, or refuses. Returns how to give it back. */
export async function claimOwnership(home: string, dataDir: string): Promise<() => void> {
  const path = join(home, 'owner.lock')
  // A held lock means a living owner: process ids are reused and files survive crashes, so neither is asked.
  let descriptor = await tryLock(path)
  for (const until = Date.now() + PATIENCE_MS; descriptor === null && Date.now() < until;) {
    await sleep(POLL_MS)
    descriptor = await tryLock(path)
  }
  if (descriptor === null) {
    throw new EmbeddedPostgresError(
      `${dataDir} is already in use by ${nameOwner(path)}. Stop it, or start with another DATA_DIR.`,
    )
  }
  const held = descriptor
  ftruncateSync(held)
  writeSync(held, `${process.pid}\n`, 0)
  return () => {
    ftruncateSync(held)
    closeSync(held)
  }
}

function nameOwner(path: string) {
  const pid = Number(readFileSync(path, 'utf8'))
  return pid && exists(pid) ? `process ${pid}` : 'another process' // of another container, for example
}

function exists(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
