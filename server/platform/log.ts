import { pino } from 'pino'
import type { Log } from '../ports.ts'

export type RootLog = Log & { child: (fields: object) => Log }

/** One JSON object a line on standard output. What could hold a secret is never given to it; the list is the second net. */
export function openLog(level: string, destination?: { write: (line: string) => void }): RootLog {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

const SECRETS = ['password', 'token', 'access_token', 'refresh_token', 'authorization', 'cookie', 'secret', 'apikey']
