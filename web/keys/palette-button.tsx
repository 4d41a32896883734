import { Search } from 'lucide-react'
import { ask } from './asked.ts'

const modifier = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** The palette for those who do not know its key yet. On a phone it stands in the bar at the bottom instead. */
export function PaletteButton() {
  return (
    <button
      type="button"
      onClick={() => ask('palette')}
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
