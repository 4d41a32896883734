import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { moneyText } from '#domain/companies/positions/money.ts'
import type { Position } from '#domain/companies/positions/position.ts'
import { shortDate } from '#domain/time.ts'
import { Confirm } from '../../../ui/overlays/dialog.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { PositionLines } from './position-lines.tsx'
import { KIND_NAMES } from './position-text.ts'
import { useRemovePosition } from './queries.ts'

export function PositionRow({ position, onEdit }: { position: Position; onEdit: () => void }) {
  const { mutate, isPending } = useRemovePosition()
  const [isAsking, setAsking] = useState(false)
  const { id, kind, date, amount, currency } = position
  const title = `${KIND_NAMES[kind]} of ${moneyText(amount, currency)}`
  return (
    <li className="group/row relative py-2.5">
      <PositionLines position={position} />
      <div className="absolute right-0 bottom-0.5 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100 print:hidden">
        <Menu
          variant="quiet"
          size="icon"
          className="size-9 md:size-7"
          busy={isPending}
          label={`Change: ${title}`}
          items={[
            { label: 'Edit', onSelect: onEdit },
            { label: 'Remove', onSelect: () => setAsking(true) },
          ]}
        >
          {!isPending && <Ellipsis aria-hidden />}
        </Menu>
      </div>
      {isAsking && (
        <Confirm
          title="Remove this position?"
          text={`${title}${date ? ` on ${shortDate(date, 'UTC')}` : ''} will be deleted.`}
          action="Remove"
          onConfirm={() => {
            setAsking(false)
            mutate(id)
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  )
}
