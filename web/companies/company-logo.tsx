import { useState } from 'react'
import { avatarVariant, initialOf } from '#domain/companies/logo.ts'
import { cx } from '../ui/class-names.ts'
import { useStaysInSight } from './company-logo-sight.ts'
import { mayHaveLogo, useCompanyLogo, type LogoOwner } from './use-company-logo.ts'

type Size = 'row' | 'card' | 'page'

// Spec section 9: 40 px in the table, 48 px on the card.
const sizes: Record<Size, string> = {
  row: 'size-10 text-lg',
  card: 'size-12 text-lg',
  page: 'size-16 text-xl',
}
const HUES = 6

/** The company's picture; without one an initial drawn here, and a blue circle where a picture fails to load. */
export function CompanyLogo({ size, ...company }: LogoOwner & { size: Size }) {
  const { ref, hasStayed } = useStaysInSight<HTMLSpanElement>(mayHaveLogo(company))
  const { logoUrl } = useCompanyLogo(company, hasStayed)
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const isBroken = logoUrl !== null && logoUrl === failedUrl
  const isPicture = logoUrl !== null && !isBroken
  return (
    <span
      ref={ref}
      aria-hidden
      data-hue={logoUrl ? undefined : avatarVariant(company.name, HUES)}
      className={cx(
        'grid flex-none place-items-center overflow-hidden',
        // Paper in both themes: a logo is made for it.
        isPicture && 'rounded-lg border border-line bg-(--initial-ink) p-0.5',
        !isPicture && 'company-initial font-serif leading-none font-semibold select-none',
        !isPicture && (isBroken ? 'rounded-full bg-logo-blue' : 'rounded-lg'),
        sizes[size],
      )}
    >
      {isPicture ? (
        // The edge keeps a white logo visible on white.
        <img
          src={logoUrl}
          alt=""
          decoding="async"
          draggable={false}
          onError={() => setFailedUrl(logoUrl)}
          className="size-full rounded-md object-scale-down [filter:drop-shadow(0_0_.5px_var(--control-line))_drop-shadow(0_0_.5px_var(--control-line))]"
        />
      ) : (
        initialOf(company.name)
      )}
    </span>
  )
}
