import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  avatarVariant,
  initialOf,
  isLogoPath,
  LOGO_FAILED,
  logoCacheKey,
  logoPath,
  NO_NAME,
  type LogoLookup,
} from '#domain/companies/logo.ts'
import { cx } from '../../../ui/button.tsx'
import { useLogoStore } from './logo-store.ts'

type Size = 'mini' | 'row' | 'card' | 'page'

const sizes: Record<Size, string> = {
  mini: 'size-6 text-sm',
  row: 'size-10 text-lg',
  card: 'size-12 text-lg',
  page: 'size-16 text-xl',
}
const HUES = 6

export function CompanyLogo({ company, size }: { company: LogoOwner; size: Size }) {
  const { ref, hasStayed } = useStaysInView<HTMLSpanElement>(mayHaveLogo(company))
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
        // White in both themes, because logos are designed for a white background.
        isPicture && 'rounded-lg border border-line bg-(--initial-ink) p-0.5',
        !isPicture && 'company-initial font-serif leading-none font-semibold select-none',
        !isPicture && (isBroken ? 'rounded-full bg-logo-blue' : 'rounded-lg'),
        sizes[size],
      )}
    >
      {isPicture ? (
        // The border keeps a white logo visible on white.
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

export type LogoOwner = {
  /** Negative while the company is being saved; missing for a suggestion. */
  id?: number
  name: string
  website?: string | null
  logoUrl?: string | null
}

const mayHaveLogo = ({ id = -1, name, website }: LogoOwner) => id > 0 && Boolean(website) && name.trim() !== ''

/** Tries the cache, the stored logo, the server's lookup, then a generated avatar. Makes no request until `mayAsk`. */
export function useCompanyLogo(company: LogoOwner, mayAsk: boolean): LogoLookup {
  const { id = -1, name, website = null, logoUrl } = company
  const store = useLogoStore()
  const key = logoCacheKey(name, website)
  const mayHave = mayHaveLogo(company)
  const path = logoUrl && isLogoPath(logoUrl, id) ? logoUrl : logoPath(id)
  const kept = useSyncExternalStore(
    (watcher) => store.watch(key, watcher),
    () => (mayHave ? store.find(key) : null),
  )
  useEffect(() => {
    if (!mayAsk || !mayHave || store.isFresh(key)) return
    return store.ask(key, path)
  }, [mayAsk, mayHave, store, key, path])

  if (name.trim() === '') return { logoUrl: null, isGenerated: true, error: NO_NAME }
  if (kept?.url) return { logoUrl: kept.url, isGenerated: false, error: null }
  return { logoUrl: null, isGenerated: true, error: kept?.failed ? LOGO_FAILED : null }
}

/** How long a logo must stay in view, so that scrolling past a table doesn't request its logos. */
const STAYS_MS = 150

function useStaysInView<Shown extends Element>(wanted: boolean) {
  const ref = useRef<Shown>(null)
  const [hasStayed, setStayed] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!wanted || hasStayed || !element || typeof IntersectionObserver === 'undefined') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = watch(element, (isInView) => {
      clearTimeout(timer)
      if (isInView) timer = setTimeout(() => setStayed(true), STAYS_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [wanted, hasStayed])
  return { ref, hasStayed }
}

const watched = new Map<Element, (isInView: boolean) => void>()
let observer: IntersectionObserver | null = null

/** All logos share one observer, because a page may have hundreds of them. */
function watch(element: Element, onChange: (isInView: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting)
  })
  watched.set(element, onChange)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
  }
}
