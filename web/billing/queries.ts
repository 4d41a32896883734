import { queryOptions, useMutation } from '@tanstack/react-query'
import { useApi } from '../api/api-context.ts'
import { payment } from './messages.ts'

export type Billing = {
  card: { brand: string; last4: string; expMonth: number; expYear: number } | null
  invoices: { id: string; date: string; amountCents: number; status: string; pdfUrl: string | null }[]
}

export const billingQuery = queryOptions<Billing>({ queryKey: ['/api/billing'] })

export function useStartSubscription() {
  const api = useApi()
  return useMutation({
    mutationFn: async () => {
      const answer = (await api.request('POST', '/api/get-or-create-subscription')) as {
        subscriptionId?: string
        clientSecret?: string
      } | null
      if (!answer?.clientSecret) throw new Error(payment.noSecret)
      return answer
    },
  })
}
