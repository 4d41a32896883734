import { Download, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '../api/api-context.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useToast } from '../ui/toast.tsx'
import { AiChoice } from './ai-choice.tsx'
import { exportFailed, exported } from './messages.ts'

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
)

const FILE = 'tidings-data.zip'

/** Everything we hold about a person: to take along, or to be gone. */
export function YourData() {
  const api = useApi()
  const toast = useToast()
  const [exporting, setExporting] = useState(false)
  const [deleting, setDeleting] = useState(false)

  const exportData = async () => {
    setExporting(true)
    try {
      saveFile(await api.download('/api/account/export'), FILE)
      toast(exported(FILE))
    } catch (error) {
      toast(exportFailed(error))
    }
    setExporting(false)
  }
  return (
    <>
      <Panel title="Your data">
        <AiChoice />
        <p className="mb-4 max-w-[62ch] text-muted">
          Everything we hold about you, as JSON and CSV files in one ZIP. It is yours, also after the trial.
        </p>
        <Button busy={exporting} onClick={() => void exportData()}>
          {!exporting && <Download aria-hidden />}
          {exporting ? 'Preparing...' : 'Export My Data'}
        </Button>
      </Panel>
      <Panel title="Delete account">
        <p className="mb-4 max-w-[62ch] text-muted">
          Removes your account and everything in it at once. There is no way back, so export your data first.
        </p>
        <Button onClick={() => setDeleting(true)} className="text-bad! hover:border-bad">
          <Trash2 aria-hidden />
          Delete Account
        </Button>
        {deleting && (
          <Suspense>
            <DeleteAccountDialog onClose={() => setDeleting(false)} />
          </Suspense>
        )}
      </Panel>
    </>
  )
}
