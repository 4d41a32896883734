import { useState } from 'react'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { AuthCard } from './auth-card.tsx'
import type { ForeignLink } from './auth-store.ts'
import { useAuth } from './auth-provider.tsx'

const replaceDocument = (path: string) => location.replace(path)

export function ForeignLinkPrompt({
  link: { email, current },
  leave = replaceDocument,
}: {
  link: ForeignLink
  leave?: (path: string) => void
}) {
  const { auth } = useAuth()
  const [pending, setPending] = useState(false)
  usePageTitle('Switch Account?')
  const accept = async () => {
    setPending(true)
    await auth.answerLink(true)
  }
  const decline = async () => {
    await auth.answerLink(false)
    leave(paths.dashboard)
  }
  return (
    <AuthCard
      title="Switch to another account?"
      subtitle={
        <>
          This link opens the account <strong className="font-medium break-words text-ink">{email}</strong>. You are
          signed in as <strong className="font-medium break-words text-ink">{current}</strong>.
        </>
      }
    >
      <div className="grid gap-3">
        <Button variant="primary" size="large" onClick={() => void decline()}>
          Stay signed in
        </Button>
        <Button size="large" busy={pending} onClick={() => void accept()}>
          Switch account
        </Button>
      </div>
      <p className="text-sm text-muted">
        If somebody else sent you this link, stay signed in: they could read whatever you enter in their account.
      </p>
    </AuthCard>
  )
}
