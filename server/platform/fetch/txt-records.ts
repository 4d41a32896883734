import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 4000
const TRIES = 2

export type ResolveTxt = (name: string) => Promise<string[]>

/** Asks the operator's resolver for keys of mail senders. A name without an answer has no key. */
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
