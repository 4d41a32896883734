import { Search } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { Input } from './input.tsx'

type Props = {
  /** Said to those who do not see the field, and shown in it while it is empty. */
  label: string
  value: string
  onSearch: (text: string) => void
  maxLength: number
  /** How long a pause in typing ends it. */
  waitMs: number
  id?: string
  input?: RefObject<HTMLInputElement | null>
}

/** Searches once the typing pauses, or at Enter. A change from elsewhere, such as Back, is shown as well. */
export function SearchBox({ label, value, onSearch, maxLength, waitMs, id, input }: Props) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onSearch(text.trim()), waitMs)
    return () => clearTimeout(timer)
  }, [text, value, onSearch, waitMs])
  return (
    <div className="relative min-w-0 flex-1 basis-60">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        id={id}
        ref={input}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text.trim())
        }}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        className="pl-9 md:h-9 md:text-sm"
      />
    </div>
  )
}
