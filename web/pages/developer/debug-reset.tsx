import { useState } from 'react'
import { readLinkFragment } from '../../auth/link-fragment.ts'
import { useAuth } from '../../auth/use-auth.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { ResetWalk } from './reset-walk.tsx'

/** Walks a reset step by step, and shows how the reset page would read a link. No token is printed. */
export function DebugResetPage() {
  const { status, session, linkProblem } = useAuth()
  const [address, setAddress] = useState('')
  usePageTitle('Debug Reset')
  const link = readLinkFragment(address.includes('#') ? address.slice(address.indexOf('#')) : '')
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Page narrow>
        <PageHeading>Debug Reset</PageHeading>
        <Panel title="This tab">
          <Facts
            facts={[
              ['Status', status],
              ['User', session?.user.email ?? '—'],
              ['Link problem', linkProblem ?? '—'],
            ]}
          />
        </Panel>
        <Panel title="A reset, step by step">
          <ResetWalk />
        </Panel>
        <Panel title="How a link is read">
          <div className="grid gap-5">
            <Field label="Address with its fragment">
              {(control) => (
                <Input
                  {...control}
                  value={address}
                  onChange={(event) => setAddress(event.target.value)}
                  spellCheck={false}
                />
              )}
            </Field>
            <Facts
              facts={[
                ['Read as', link.kind],
                ['Error code', link.kind === 'error' ? (link.code ?? '—') : '—'],
                ['Tokens', link.kind === 'tokens' ? 'both present' : '—'],
              ]}
            />
          </div>
        </Panel>
      </Page>
    </main>
  )
}
