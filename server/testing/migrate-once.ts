import { z } from 'zod'
import { migrate } from '../platform/database/migrate.ts'

// A process of its own, so that a test can kill it in the middle.
const connection = z.looseObject({ host: z.string(), user: z.string(), database: z.string() })
await migrate(connection.parse(JSON.parse(process.argv[2] ?? '')), () => {})
