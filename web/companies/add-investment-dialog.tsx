import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AddSingleForm } from './add-single-form.tsx'
import { BulkUploadForm } from './bulk-upload-form.tsx'

export function AddInvestmentDialog({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState('single')
  return (
    <Dialog
      title="Add Investment"
      description="Add a single company or upload multiple companies via CSV file."
      onClose={onClose}
    >
      <div>
        <Tabs
          label="How to add"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'single', label: 'Add Single', content: <AddSingleForm onDone={onClose} /> },
            { value: 'bulk', label: 'Bulk Upload', content: <BulkUploadForm onDone={onClose} /> },
          ]}
        />
      </div>
    </Dialog>
  )
}
