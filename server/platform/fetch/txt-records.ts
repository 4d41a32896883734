import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 4000
const TRIES = 2

export type ResolveTxt = (name: string) => Promise<string[]>

/** Looks up mail senders' keys with the operator's resolver. A failed lookup counts as no key. */
export function openTxtRecords(): ResolveTxt {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch {
      return []
    }
  }
}
