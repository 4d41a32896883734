import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { cx } from '../../../ui/button.tsx'
import { UntilFound } from '../../../ui/until-found.tsx'

type Props = { text: string; startsOpen?: boolean; children: ReactNode }

export function Fold({ text, startsOpen = false, children }: Props) {
  const [isOpen, setOpen] = useState(startsOpen)
  const id = useId()
  return (
    <div className="border-t border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          'flex min-h-11 w-full cursor-pointer items-center gap-3 text-left lg:min-h-10',
          'text-sm text-muted hover:text-ink',
        )}
      >
        <span className="grid w-6 flex-none place-items-center">
          <ChevronRight aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-90')} />
        </span>
        {text}
        <span className="font-medium text-accent">{isOpen ? 'Hide' : 'Show'}</span>
      </button>
      <UntilFound id={id} isHidden={!isOpen} onFound={() => setOpen(true)}>
        {children}
      </UntilFound>
    </div>
  )
}
