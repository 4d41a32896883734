import { Link } from '@tanstack/react-router'
import {
  ChevronRight,
  Compass,
  CreditCard,
  Inbox,
  Keyboard,
  LogOut,
  Mail,
  Moon,
  Plug,
  Settings,
  Sun,
  Users,
  Wrench,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { shortDate } from '#domain/time.ts'
import { Avatar, PendingEmail, ReminderChoice } from '../../features/account/profile.tsx'
import { useProfile } from '../../features/account/queries.ts'
import { useAuth } from '../../features/auth/auth-provider.tsx'
import { SubscriptionCard } from '../../features/billing/subscription-card.tsx'
import { usePublicConfig } from '../../api/context.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { RetryNotice } from '../../ui/feedback.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useTheme } from '../../ui/theme.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const EditProfileDialog = lazyComponent(
  () => import('../../features/account/edit-profile-dialog.tsx'),
  'EditProfileDialog',
)

const row =
  'flex min-h-13 w-full cursor-pointer items-center gap-3 border-b border-line text-left font-medium hover:text-accent [&_svg]:size-4.5 [&_svg]:text-muted'

export function ProfilePage() {
  const { session, auth } = useAuth()
  const { profile, shown, isUnavailable, retry } = useProfile()
  const { founderUpdates } = usePublicConfig()
  const [editing, setEditing] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [theme, setTheme] = useTheme()
  const [shortcuts, setShortcuts] = useShortcuts()
  usePageTitle('Profile')

  const name = [shown.firstName, shown.lastName].filter(Boolean).join(' ')
  const pendingEmail = session?.user.new_email
  const signOut = async () => {
    setLeaving(true)
    await auth.signOut()
  }
  return (
    <Page narrow>
      <PageHeading>Profile</PageHeading>
      {isUnavailable && <RetryNotice what="your profile" onRetry={retry} />}
      <Panel
        title="Account info"
        action={
          <Button disabled={!profile} onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        }
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Avatar person={shown} />
          <Facts
            facts={[
              ['Name', name || 'Not provided'],
              [
                'Email',
                <>
                  {shown.email}
                  {pendingEmail && <span className="block text-sm text-warn">{pendingEmail} pending</span>}
                </>,
              ],
              ['Member since', shortDate(profile?.createdAt ?? session?.user.created_at)],
            ]}
          />
        </div>
        <PendingEmail />
      </Panel>
      <SubscriptionCard profile={profile} />
      {profile && <ReminderChoice profile={profile} />}
      <Panel title="Account">
        <div className="border-t border-line">
          <a href={paths.billing} className={row}>
            <RowContent icon={<CreditCard aria-hidden />}>Payment Methods</RowContent>
          </a>
          <Link to={paths.email} className={row}>
            <RowContent icon={<Mail aria-hidden />}>Digest and Alerts</RowContent>
          </Link>
          <Link to={paths.integrations} className={row}>
            <RowContent icon={<Plug aria-hidden />}>Integrations</RowContent>
          </Link>
          <Link to={paths.sharing} className={row}>
            <RowContent icon={<Users aria-hidden />}>Sharing</RowContent>
          </Link>
          {founderUpdates && (
            <Link to={paths.updates} className={row}>
              <RowContent icon={<Inbox aria-hidden />}>Founder Updates</RowContent>
            </Link>
          )}
          <Link to={paths.security} className={row}>
            <RowContent icon={<Settings aria-hidden />}>Account Settings</RowContent>
          </Link>
          <Link to={paths.discover} className={`${row} sm:hidden`}>
            <RowContent icon={<Compass aria-hidden />}>Discover</RowContent>
          </Link>
          {profile?.role === 'admin' && (
            <Link to={paths.admin} className={row}>
              <RowContent icon={<Wrench aria-hidden />}>Administration</RowContent>
            </Link>
          )}
          <button type="button" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')} className={row}>
            {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
            {theme === 'dark' ? 'Use light theme' : 'Use dark theme'}
          </button>
          <button type="button" onClick={() => setShortcuts(!shortcuts)} className={row}>
            <Keyboard aria-hidden />
            {shortcuts ? 'Keyboard shortcuts: on' : 'Keyboard shortcuts: off'}
          </button>
          <button type="button" onClick={() => void signOut()} disabled={leaving} className={row}>
            <LogOut aria-hidden />
            {leaving ? 'Signing out...' : 'Sign Out'}
          </button>
        </div>
      </Panel>
      {editing && profile && <EditProfileDialog profile={profile} onClose={() => setEditing(false)} />}
    </Page>
  )
}

function RowContent({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      {icon}
      {children}
      <ChevronRight aria-hidden className="ml-auto" />
    </>
  )
}
