import { failed, reasonOf } from '../../api/api-error.ts'
import { usePublicConfig } from '../../api/context.ts'
import { CopyButton } from '../../ui/copy-and-save.tsx'
import { Switch } from '../../ui/forms/controls.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { UpdateSettings } from '#domain/updates/update.ts'
import { useSettingsChanges } from './queries.ts'

const REPLACE = {
  title: 'Replace your address?',
  text: 'Emails to the current address will be dropped from now on. Rules that forward to it must be changed.',
  action: 'Replace',
}

export function AddressPanel({ settings: { address, allowsModel } }: { settings: UpdateSettings }) {
  const { ai } = usePublicConfig()
  const { replace, allowModel } = useSettingsChanges()
  const toast = useToast()
  const renew = () =>
    replace.mutate(undefined, {
      onSuccess: () => toast({ title: 'Address replaced', description: 'The previous one no longer works.' }),
      onError: (error) => toast(failed('Failed to replace your address', reasonOf(error))),
    })
  return (
    <Panel title="Your private address">
      <p className="mb-3 rounded-md bg-sunk px-3.5 py-3 font-mono text-base break-all select-all">{address}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={address ?? ''}>Copy Address</CopyButton>
        <ConfirmButton variant="quiet" busy={replace.isPending} question={REPLACE} onConfirm={renew}>
          Replace
        </ConfirmButton>
      </div>
      <h3 className="mt-6 mb-2 font-sans text-base font-semibold tracking-normal">How to use it</h3>
      <ol className="grid max-w-[62ch] list-decimal gap-1.5 pl-5">
        <li>Forward an update from the email address of your account. We find the company by its sender.</li>
        <li>
          Or create a rule in your mail program that forwards every update. If it asks for a code, the code appears
          below.
        </li>
        <li>Or give founders this address. Only emails signed by the company’s domain are filed without asking you.</li>
      </ol>
      <p className="mt-3 max-w-[62ch] text-sm text-muted">
        Updates are visible to you alone. They appear in the company’s news, in search and in your digest.
      </p>
      {ai && (
        <div className="mt-5">
          <Switch
            label="Let the language model read updates"
            checked={allowsModel}
            onChange={(allows) =>
              allowModel.mutate(allows, { onError: (error) => toast(failed('Failed to save', reasonOf(error))) })
            }
          >
            It then writes briefs from them, too. Off, their text stays on this server.
          </Switch>
        </div>
      )}
    </Panel>
  )
}
