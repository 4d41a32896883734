import { useState } from 'react'
import { cx } from '../ui/class-names.ts'

type Size = 'row' | 'card' | 'page'

// Spec section 9: 40 px in the table, 48 px on the card.
const sizes: Record<Size, string> = {
  row: 'size-10 text-lg',
  card: 'size-12 text-lg',
  page: 'size-16 text-xl',
}
const HUES = 6

/** The company's picture; without one an initial drawn here, and a blue circle where a picture fails to load. */
export function CompanyLogo({ name, logoUrl, size }: { name: string; logoUrl?: string | null; size: Size }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (logoUrl && logoUrl !== failedUrl) {
    return (
      <img
        src={logoUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailedUrl(logoUrl)}
        className={cx('flex-none rounded-lg border border-line bg-surface object-contain', sizes[size])}
      />
    )
  }
  return (
    <span
      aria-hidden
      data-hue={logoUrl ? undefined : hueOf(name)}
      className={cx(
        'company-initial grid flex-none place-items-center font-serif leading-none font-semibold select-none',
        logoUrl ? 'rounded-full bg-logo-blue' : 'rounded-lg',
        sizes[size],
      )}
    >
      {firstGrapheme(name)}
    </span>
  )
}

/** Always the same for the same name, so that a company is recognised by its colour. */
function hueOf(name: string): number {
  let hash = 2_166_136_261
  for (const character of name.toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 8) % HUES
}

function firstGrapheme(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toUpperCase() ?? '?'
}
