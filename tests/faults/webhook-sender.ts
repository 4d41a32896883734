import Stripe from 'stripe'

const stripe = new Stripe('sk_test_tests')

export type Told = { id: string; payload: string; customer: string }
export type Sender = ReturnType<typeof createSender>

/** Tells events as a card provider does: each until it is answered with yes, which it remembers. */
export function createSender(secret: string) {
  const waiting: Told[] = []
  const answered = new Set<string>()

  /** Whether it was answered with yes; what is not stays with those that wait. */
  async function tell(url: string, event: Told): Promise<boolean> {
    const { payload } = event
    const response = await fetch(`${url}/api/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => {})
    if (response?.status === 200) answered.add(event.id)
    else waiting.push(event)
    return response?.status === 200
  }

  return {
    answered,
    tell,
    add: (events: Told[]) => void waiting.push(...events),
    /** So many of those that wait, in the order of a provider: none. */
    take: (most: number): Told[] => {
      const taken = waiting.splice(0, most)
      return taken.toSorted((a, b) => a.id.localeCompare(b.id))
    },
    isEmpty: () => waiting.length === 0,
  }
}
