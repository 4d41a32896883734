import { AppError } from '#domain/errors.ts'
import { NOT_CREATED } from '#domain/payments.ts'
import type { PaymentProvider } from '../payment-port.ts'
import type { Clock } from '../ports.ts'
import type { mirrorStore } from './store.ts'

type Needs = { mirror: ReturnType<typeof mirrorStore>; provider: PaymentProvider; clock: Clock }

/** The provider's customer behind each user: one, and never anybody else's. */
export const createCustomers = ({ mirror, provider, clock }: Needs) => ({
  /** Written down at once and for itself: whatever fails afterwards, there will be no second customer. */
  async ensure(userId: string, email: string): Promise<string> {
    const known = await mirror.find(userId)
    if (known) return known.customerId
    const customerId = await provider.ensureCustomer({ userId, email })
    try {
      await mirror.insertCustomer(userId, customerId, clock())
    } catch (error) {
      // The account was deleted meanwhile: nobody will ever look for this customer.
      if (!(await mirror.hasUser(userId))) await provider.deleteCustomer(customerId)
      throw error
    }
    // The provider has given one customer to two: the second is not let near what the first one pays.
    if ((await mirror.ownerOf(customerId)) !== userId) throw new AppError('unavailable', NOT_CREATED)
    return customerId
  },

  /** Deleted by somebody at the provider, it would refuse whoever stands behind it for ever. */
  async replace(userId: string, email: string, gone: string): Promise<string> {
    const customerId = await provider.ensureCustomer({ userId, email, gone })
    if (await mirror.ownerOf(customerId)) throw new AppError('unavailable', NOT_CREATED)
    await mirror.replaceCustomer(userId, customerId, clock())
    return customerId
  },
})
