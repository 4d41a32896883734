import { startTransition, useEffect, useState, type ComponentType } from 'react'
import { isShortcut, sendKey, onKey, takeKeys } from '../../ui/shortcuts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { whenSettled } from '../../api/when-idle.ts'
import { Search } from 'lucide-react'

const SINGLE_KEYS = '/gdnvpjkorRae#t?suUcxf.'
const REPEATING = 'jk'

const load = () => import('./command-center.tsx')

export function Shortcuts() {
  const [Center, setCenter] = useState<ComponentType | null>(null)
  const queryClient = useQueryClient()
  useEffect(() => {
    const fetchCenter = () =>
      void load().then(
        ({ CommandCenter }) => startTransition(() => setCenter(() => CommandCenter)),
        // A key that couldn't be handled is dropped rather than handled later.
        () => takeKeys(),
      )
    // The palette must open instantly, so it's loaded and mounted before it's needed.
    const cancel = whenSettled(queryClient, fetchCenter)
    const stop = onKey(fetchCenter)
    addEventListener('keydown', press)
    return () => {
      cancel()
      stop()
      removeEventListener('keydown', press)
    }
  }, [queryClient])
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
      className="flex size-11 cursor-pointer items-center justify-center gap-2.5 rounded-md text-muted hover:text-ink sm:h-9 sm:w-full sm:max-w-105 sm:justify-start sm:border sm:border-line-strong sm:bg-surface sm:px-3 sm:text-sm sm:hover:border-control-line"
    >
      <Search aria-hidden className="size-5 flex-none sm:size-4" strokeWidth={1.75} />
      <span className="truncate max-sm:sr-only">Search companies and stories</span>
      <kbd className="ml-auto flex-none rounded-sm border border-line px-1.5 font-sans max-sm:hidden">{modifier} K</kbd>
    </button>
  )
}
