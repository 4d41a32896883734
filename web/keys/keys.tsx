import { useEffect, useState, type ComponentType } from 'react'
import { isShortcut } from '../ui/shortcuts.ts'
import { ask, onAsked, takeAsked } from './asked.ts'

const AFTER_FIRST_PAINT_MS = 2500
const SINGLE_KEYS = '/gdnvpjkorRae#t?'
const REPEATING = 'jk'

const load = () => import('./command-center.tsx')

/** Listens to the keyboard. What the keys do comes after what the page needs itself, or with the first of them. */
export function Keys() {
  const [Center, setCenter] = useState<ComponentType | null>(null)
  useEffect(() => {
    const fetchCenter = () =>
      void load().then(
        ({ CommandCenter }) => setCenter(() => CommandCenter),
        // A key that nobody could answer is not answered later either.
        () => takeAsked(),
      )
    const timer = setTimeout(() => void load().catch(() => {}), AFTER_FIRST_PAINT_MS)
    const stop = onAsked(fetchCenter)
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
  ask(isPalette ? 'palette' : key)
}
