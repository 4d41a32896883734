import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

const TOOLTIP_DELAY_MS = 700
const TOOLTIP_SKIP_DELAY_MS = 300

// When the pointer moves from one tooltip to the next, the next one opens without delay.
let lastClosedAt = -Infinity

type Described = { 'aria-describedby': string | undefined }
type Props = { text: string; children: (described: Described) => ReactNode }

export function Tooltip({ text, children }: Props) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()

  const open = () => {
    const box = anchor.current?.firstElementChild?.getBoundingClientRect()
    if (box) setPlace({ left: box.right, top: box.top + box.height / 2 })
  }
  const close = () => {
    clearTimeout(timer.current)
    if (place) lastClosedAt = performance.now()
    setPlace(null)
  }
  const hover = () => {
    clearTimeout(timer.current)
    const soon = performance.now() - lastClosedAt < TOOLTIP_SKIP_DELAY_MS
    timer.current = setTimeout(open, soon ? 0 : TOOLTIP_DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!place) return
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setPlace(null)
    }
    addEventListener('keydown', escape)
    return () => removeEventListener('keydown', escape)
  }, [place])

  return (
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hover()}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={({ target }) => target.matches(':focus-visible') && open()}
      onBlur={close}
    >
      {children({ 'aria-describedby': place ? id : undefined })}
      {place && (
        <span role="tooltip" id={id} style={place} className="fade-in fixed z-30 -translate-y-1/2 pl-2">
          <span className="block rounded-sm bg-ink px-2.5 py-1 text-sm text-paper">{text}</span>
        </span>
      )}
    </span>
  )
}
