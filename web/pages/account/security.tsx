import { shortDate } from '#domain/time.ts'
import { ChangePasswordForm } from '../../features/account/change-password-form.tsx'
import { DeviceList } from '../../features/account/device-list.tsx'
import { PasskeyList } from '../../features/account/passkey-list.tsx'
import { useProfile } from '../../features/account/queries.ts'
import { TwoStep } from '../../features/account/two-step.tsx'
import { YourData } from '../../features/account/your-data.tsx'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { paths } from '../../paths.ts'
import { BackLink, Page, PageHeading } from '../../ui/page.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

const TIPS = [
  'Use a unique password of 12 or more characters. A password manager makes that easy.',
  'We never ask for your password by email or phone.',
  'If you think somebody else knows your password, change it right away. That signs out your other devices.',
]

export function SecurityPage() {
  const { session } = useAuth()
  const { profile, shown } = useProfile()
  usePageTitle('Security')
  return (
    <Page narrow>
      <BackLink to={paths.profile}>Profile</BackLink>
      <PageHeading>Security</PageHeading>
      <Panel title="Account">
        <Facts
          facts={[
            ['Email', shown.email],
            ['Account created', shortDate(profile?.createdAt ?? session?.user.created_at)],
          ]}
        />
      </Panel>
      <Panel title="Change password">
        <ChangePasswordForm email={shown.email} />
      </Panel>
      <TwoStep />
      <PasskeyList />
      <DeviceList />
      <Panel title="Security tips">
        <ul className="grid max-w-[62ch] list-disc gap-2 pl-5 marker:text-faint">
          {TIPS.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </Panel>
      <YourData />
    </Page>
  )
}
