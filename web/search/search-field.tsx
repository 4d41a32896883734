import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MAX_WORDS } from '#domain/search-filters.ts'
import { Input } from '../ui/input.tsx'

const WAIT_MS = 250

type Props = { value: string; onSearch: (words: string) => void }

/** Searches once the typing pauses. A change from elsewhere, such as Back, is shown as well. */
export function SearchField({ value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onSearch(text.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <div className="relative min-w-0 flex-1 basis-60">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        id="news-search"
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text.trim())
        }}
        aria-label="Search news"
        aria-keyshortcuts="/"
        placeholder="Search news"
        maxLength={MAX_WORDS}
        autoComplete="off"
        spellCheck={false}
        className="pl-9 md:h-9 md:text-sm"
      />
    </div>
  )
}
