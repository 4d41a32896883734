import { useLocation } from '@tanstack/react-router'
import { AuthCard } from '../auth/auth-card.tsx'
import { returnPath } from '../auth/return-path.ts'
import { paths } from '../paths.ts'
import { DocumentLinkButton } from '../ui/link-button.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function LogInPrompt() {
  const { href } = useLocation()
  usePageTitle('Please log in')
  return (
    <AuthCard title="Please log in" subtitle="Log in first; you will come back to this page.">
      <div onClickCapture={() => returnPath.remember(href)} className="grid">
        <DocumentLinkButton look="primary" size="large" to={paths.signIn}>
          Log In
        </DocumentLinkButton>
      </div>
    </AuthCard>
  )
}
