import type { Config } from '../../config.ts'
import type { Writer } from '../../ports.ts'

/** None where no model is named. What speaks to one is loaded only where one is. */
export async function openWriter(settings: Config['writer']): Promise<Writer | null> {
  if (!settings) return null
  const { modelWriter } = await import('./model.ts')
  return modelWriter(settings)
}
