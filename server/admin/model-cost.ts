import { desc, gt } from 'drizzle-orm'
import type { ModelCost } from '#domain/operation.ts'
import type { Database } from '../database/open.ts'
import { modelUse } from '../database/story-schema.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** The language model as the settings name it; the price is in dollars per million tokens. */
export type NamedModel = {
  model: string
  dailyTokens: number
  price: { input: number; output: number } | null
}

/** What the language model took, day by day. */
export async function modelCost(database: Database, named: NamedModel | null, now: Date): Promise<ModelCost> {
  const before = new Date(now.getTime() - DAYS * DAY_MS).toISOString().slice(0, 10)
  const rows = await database.system
    .select()
    .from(modelUse)
    .where(gt(modelUse.day, before))
    .orderBy(desc(modelUse.day), modelUse.model)
  const price = named?.price ?? null
  return {
    model: named?.model ?? null,
    tokensADay: named?.dailyTokens ?? null,
    days: rows.map((row) => ({
      ...row,
      // A price is of one model: what another took before is not told by it.
      dollars:
        price && row.model === named?.model
          ? (row.inputTokens * price.input + row.outputTokens * price.output) / 1e6
          : null,
    })),
  }
}
