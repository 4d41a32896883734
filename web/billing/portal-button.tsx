import { usePublicConfig } from '../api/public-config-context.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { portalFailed } from './messages.ts'
import { usePortal } from './queries.ts'

/** The way to the provider's own pages, where there is a provider. */
export function PortalButton({ isKnown }: { isKnown: boolean }) {
  const { payments } = usePublicConfig()
  const { mutate, isPending } = usePortal()
  const toast = useToast()
  if (payments.mode !== 'stripe' || !isKnown) return null
  const go = () =>
    mutate(undefined, {
      onSuccess: (url) => location.assign(url),
      onError: (error) => toast(portalFailed(error)),
    })
  return (
    <Button busy={isPending} onClick={go}>
      Open at Stripe
    </Button>
  )
}
