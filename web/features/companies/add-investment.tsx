import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, cx } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy.tsx'

const AddInvestmentDialog = lazyComponent(() => import('./add-investment-dialog.tsx'), 'AddInvestmentDialog')

/** The dialog is preloaded, so that it opens without delay. On a phone, a compact button is just a plus sign. */
export function useAddInvestment({ compact = false } = {}) {
  const [isOpen, setOpen] = useState(false)
  const { preload } = AddInvestmentDialog
  const open = () => setOpen(true)
  return {
    open,
    button: (
      <Button
        variant="primary"
        onClick={open}
        onFocus={preload}
        onPointerEnter={preload}
        className={cx(compact && 'max-sm:size-11 max-sm:px-0')}
      >
        {compact && <Plus aria-hidden className="size-5! sm:hidden" />}
        <span className={cx(compact && 'max-sm:sr-only')}>Add Company</span>
      </Button>
    ),
    dialog: isOpen && <AddInvestmentDialog onClose={() => setOpen(false)} />,
  }
}
