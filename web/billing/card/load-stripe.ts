import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

type Policies = {
  defaultPolicy: unknown
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

/** The provider's script, from the provider and nowhere else; null when it does not come. */
export async function loadProviderScript(publishableKey: string): Promise<Stripe | null> {
  allowProviderScripts((globalThis as { trustedTypes?: Policies }).trustedTypes)
  return loadStripe(publishableKey).catch(() => null)
}

/**
 * The provider's loader, and its script in turn, set the address of further scripts as text, which Trusted Types
 * refuse. The default policy is the one way that the provider names; it lets through nothing but its own scripts.
 */
function allowProviderScripts(trustedTypes: Policies | undefined) {
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => {
      if (isProviderScript(url)) return url
      throw new TypeError('Only scripts of the card provider may be loaded here')
    },
  })
}

export function isProviderScript(url: string): boolean {
  const { protocol, hostname, port } = new URL(url, 'https://invalid.invalid')
  return protocol === 'https:' && port === '' && /^([\w-]+\.)*js\.stripe\.com$/.test(hostname)
}
