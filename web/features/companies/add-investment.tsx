import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy.tsx'

const AddInvestmentDialog = lazyComponent(() => import('./add-investment-dialog.tsx'), 'AddInvestmentDialog')

/** The dialog is preloaded, so that it opens without delay. */
export function useAddInvestment() {
  const [isOpen, setOpen] = useState(false)
  const { preload } = AddInvestmentDialog
  const open = () => setOpen(true)
  return {
    open,
    button: (
      <Button variant="primary" onClick={open} onFocus={preload} onPointerEnter={preload}>
        Add Company
      </Button>
    ),
    dialog: isOpen && <AddInvestmentDialog onClose={() => setOpen(false)} />,
  }
}
