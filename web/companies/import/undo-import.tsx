import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { companyCount } from '../messages.ts'
import { useUndoImport } from './queries.ts'

type Props = {
  done: { id: number; fileName: string; added: number; changed: number }
  look?: ButtonLook
  label: string
  onUndone?: () => void
}

/** Takes a whole import back, once asked for sure. */
export function UndoImport({ done: { id, fileName, added, changed }, look, label, onUndone }: Props) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useUndoImport()
  const effects = [
    added > 0 && `The ${companyCount(added)} it added will be removed.`,
    changed > 0 &&
      `The ${companyCount(changed)} it changed will be as before, except for what you changed since.`,
  ]
  return (
    <>
      <Button
        look={look}
        busy={isPending}
        aria-label={`${label}: ${fileName}`}
        onClick={() => setAsking(true)}
      >
        {!isPending && <Undo2 aria-hidden />}
        {label}
      </Button>
      {asking && (
        <Confirm
          title={`Undo the import of ${fileName}?`}
          text={effects.filter(Boolean).join(' ')}
          deed="Undo Import"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            mutate(id, { onSuccess: onUndone })
          }}
        />
      )}
    </>
  )
}
