import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { exportAccount, chooseModel, getProfile } from '#domain/account/endpoints.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { useApi, usePublicConfig, query } from '../../api/context.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { saveFile } from '../../ui/copy-and-save.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Switch } from '../../ui/forms/controls.tsx'
import { useProfile } from './queries.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const DeleteAccountDialog = lazyComponent(() => import('./security-dialogs.tsx'), 'DeleteAccountDialog')

const FILE = 'tidings-data.zip'

export function YourData() {
  const api = useApi()
  const toast = useToast()
  const [exporting, setExporting] = useState(false)
  const [deleting, setDeleting] = useState(false)

  const exportData = async () => {
    setExporting(true)
    try {
      saveFile(await api.download(exportAccount), FILE)
      toast({ title: 'Export ready', description: `${FILE} was saved to your downloads.` })
    } catch (error) {
      toast(failed('Failed to export your data', reasonOf(error as Error)))
    }
    setExporting(false)
  }
  return (
    <>
      <Panel title="Your data">
        <AiChoice />
        <p className="mb-4 max-w-[62ch] text-muted">
          Everything we store about you, as JSON and CSV files in one ZIP. You can export it even after your trial ends.
        </p>
        <Button busy={exporting} onClick={() => void exportData()}>
          {!exporting && <Download aria-hidden />}
          {exporting ? 'Preparing...' : 'Export My Data'}
        </Button>
      </Panel>
      <Panel title="Delete account">
        <p className="mb-4 max-w-[62ch] text-muted">
          Permanently deletes your account and everything in it. Export your data first.
        </p>
        <Button onClick={() => setDeleting(true)} className="text-bad! hover:border-bad">
          <Trash2 aria-hidden />
          Delete Account
        </Button>
        {deleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
      </Panel>
    </>
  )
}

const PROFILE = query(getProfile).queryKey

export function AiChoice() {
  const { ai } = usePublicConfig()
  const { profile } = useProfile()
  return ai && profile ? <Choice checked={profile.usesModel} /> : null
}

function Choice({ checked }: { checked: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const choose = useMutation({
    mutationFn: (usesModel: boolean) => api.call(chooseModel, { body: { usesModel } }),
    onMutate: (usesModel) => {
      const before = queryClient.getQueryData(PROFILE)
      if (before) queryClient.setQueryData(PROFILE, { ...before, usesModel })
      return before
    },
    onError: (error, _choice, before) => {
      queryClient.setQueryData(PROFILE, before)
      toast(failed('Failed to change your AI setting', reasonOf(error)))
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <div className="mb-6">
      <Switch label="Briefs written by AI" checked={checked} onChange={(usesModel) => choose.mutate(usesModel)}>
        A language model sees the text of public articles and the company’s name, never who you are or what else you
        own. Each of its sentences is checked against its sources. When off, briefs quote the sources instead.
      </Switch>
    </div>
  )
}
