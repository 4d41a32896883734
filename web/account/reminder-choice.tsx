import type { Profile } from '#domain/account/profile.ts'
import { Panel } from '../ui/panel.tsx'
import { Switch } from '../ui/switch.tsx'
import { useToast } from '../ui/toast.tsx'
import { profileUpdateFailed } from './messages.ts'
import { useUpdateProfile } from './queries.ts'

/** Whether letters about the trial come; the link in those letters changes the same. */
export function ReminderChoice({ profile: { wantsReminders } }: { profile: Profile }) {
  const { mutate } = useUpdateProfile()
  const toast = useToast()
  const choose = (wanted: boolean) =>
    mutate({ wantsReminders: wanted }, { onError: () => toast(profileUpdateFailed) })
  return (
    <Panel title="Letters">
      <Switch label="Remind me of my trial by e-mail" checked={wantsReminders} onChange={choose}>
        Shortly before your free trial ends, and when it has ended. Letters about payments and about the
        safety of your account always come.
      </Switch>
    </Panel>
  )
}
