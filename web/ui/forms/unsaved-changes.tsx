import { useBlocker } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { DiscardQuestion } from '../overlays/dialog.tsx'

/** Asks for confirmation before typed text is lost through `leave`, a link, Back, or closing the page. */
export function useUnsavedChanges(isChanged: () => boolean): { leave: (act: () => void) => void; question: ReactNode } {
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const blocker = useBlocker({ shouldBlockFn: isChanged, enableBeforeUnload: isChanged, withResolver: true })
  const asked =
    blocker.status === 'blocked'
      ? { onConfirm: blocker.proceed, onCancel: blocker.reset }
      : leaving && { onConfirm: leaving, onCancel: () => setLeaving(null) }
  return {
    leave: (act) => (isChanged() ? setLeaving(() => act) : act()),
    question: asked && <DiscardQuestion {...asked} />,
  }
}
