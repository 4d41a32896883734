import { z } from 'zod'
import { migrate } from '../platform/database/migrate.ts'

// A separate process, so that a test can kill it midway.
const connection = z.looseObject({ host: z.string(), user: z.string(), database: z.string() })
await migrate(connection.parse(JSON.parse(process.argv[2] ?? '')), () => {})
