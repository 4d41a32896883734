import { useEffect, useState, type ComponentType } from 'react'
import { isShortcut, sendKey, onKey, takeKeys } from '../../ui/shortcuts.ts'
import { Search } from 'lucide-react'

const AFTER_FIRST_PAINT_MS = 2500
const SINGLE_KEYS = '/gdnvpjkorRae#t?'
const REPEATING = 'jk'

const load = () => import('./command-center.tsx')

export function Shortcuts() {
  const [Center, setCenter] = useState<ComponentType | null>(null)
  useEffect(() => {
    const fetchCenter = () =>
      void load().then(
        ({ CommandCenter }) => setCenter(() => CommandCenter),
        // A key that could not be handled is dropped, not handled later.
        () => takeKeys(),
      )
    const timer = setTimeout(() => void load().catch(() => {}), AFTER_FIRST_PAINT_MS)
    const stop = onKey(fetchCenter)
    addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      stop()
      removeEventListener('keydown', press)
    }
  }, [])
  return Center && <Center />
}

function press(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const isPalette = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
  const isSingle = key.length === 1 && SINGLE_KEYS.includes(key) && isShortcut(event)
  if ((event.repeat && !REPEATING.includes(key)) || !(isPalette || isSingle)) return
  event.preventDefault()
  sendKey(isPalette ? 'palette' : key)
}

const modifier = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

export function PaletteButton() {
  return (
    <button
      type="button"
      onClick={() => sendKey('palette')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className="absolute top-2.5 z-10 hidden h-7 cursor-pointer items-center gap-2 rounded-md px-2.5 text-sm text-muted hover:bg-sunk hover:text-ink md:left-19 md:inline-flex xl:top-1.5 print:hidden"
    >
      <Search aria-hidden className="size-4" strokeWidth={1.75} />
      Search or jump…
      <kbd className="rounded-sm border border-line px-1.5 font-sans">{modifier} K</kbd>
    </button>
  )
}
