import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PRICE } from '#domain/account/plan.ts'
import type { Price } from '#domain/account/price.ts'
import type { Checkout, Quote } from '#domain/billing/checkout.ts'
import { quoteCheckout } from '#domain/billing/endpoints.ts'
import { useApi, usePublicConfig } from '../../../api/context.ts'

export type ChosenCheckout = ReturnType<typeof useCheckout>

/** What is to be paid for; without offers, the plan's one price. */
export function useCheckout() {
  const { offers } = usePublicConfig()
  const api = useApi()
  const [wanted, setWanted] = useState<Checkout>({})
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: (checkout: Checkout) => api.call(quoteCheckout, { body: checkout }),
    onSuccess: (_quote, checkout) => setWanted(checkout),
  })
  const hasTax = offers?.tax != null
  const quote: Quote | null = ((hasTax || wanted.promotionCode) && data) || null
  const price: Price = offers?.prices.find(({ id }) => id === wanted.priceId) ?? offers?.prices[0] ?? PRICE
  return {
    offers,
    price,
    quote,
    /** Before anyone pays, the tax has to be known. */
    isReady: !hasTax || quote !== null,
    updateTotal: () => mutate(wanted),
    /** Null for the request that the plan's one price needs. */
    wanted: offers ? wanted : null,
    isPending,
    error,
    choosePrice(priceId: string) {
      reset()
      setWanted({ priceId })
      const { promotionCode } = wanted
      if (promotionCode !== undefined || quote) mutate({ priceId, ...(promotionCode ? { promotionCode } : {}) })
    },
    applyCode: (promotionCode: string) => mutate({ ...wanted, promotionCode }),
    removeCode() {
      const kept = wanted.priceId === undefined ? {} : { priceId: wanted.priceId }
      reset()
      setWanted(kept)
      if (hasTax) mutate(kept)
    },
  }
}
