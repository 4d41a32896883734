import { useState, type ReactNode } from 'react'
import { usePageTitle } from '../ui/use-page-title.ts'
import { AuthCard, textLink } from './auth-card.tsx'
import { CodeForm } from './code-form.tsx'
import { useAuth } from './use-auth.ts'

/** Between the password and being signed in, for whoever has set up a second factor; also before a reset. */
export function SecondFactorStep({ before }: { before?: ReactNode }) {
  const { session, auth } = useAuth()
  const [leaving, setLeaving] = useState(false)
  usePageTitle('Two-Step Verification')
  const cancel = async () => {
    setLeaving(true)
    await auth.signOut()
  }
  return (
    <AuthCard
      title="Two-step verification"
      subtitle={before ?? `One more step to sign in as ${session?.user.email ?? 'yourself'}.`}
      footer={
        <>
          Not you, or no code at hand?{' '}
          <button
            type="button"
            disabled={leaving}
            onClick={() => void cancel()}
            className={`${textLink} cursor-pointer`}
          >
            Cancel and sign out
          </button>
        </>
      }
    >
      <CodeForm deed="Verify" />
    </AuthCard>
  )
}
