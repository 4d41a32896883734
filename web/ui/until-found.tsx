import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

type Props = { id?: string; isHidden: boolean; onFound: () => void; children: ReactNode }

/** Hidden from everything but the browser's own search, which opens it. React knows neither the value nor the event. */
export function UntilFound({ id, isHidden, onFound, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(onFound)
  useEffect(() => {
    latest.current = onFound
  })
  useLayoutEffect(() => {
    if (isHidden) ref.current?.setAttribute('hidden', 'until-found')
    else ref.current?.removeAttribute('hidden')
  }, [isHidden])
  useEffect(() => {
    const element = ref.current
    // The event also reaches every hidden place around the one that was found.
    const open = () => latest.current()
    element?.addEventListener('beforematch', open)
    return () => element?.removeEventListener('beforematch', open)
  }, [])
  return (
    <div ref={ref} id={id}>
      {children}
    </div>
  )
}
