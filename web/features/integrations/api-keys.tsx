import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { SCOPE_NAMES } from '#domain/integrations/choices.ts'
import type { ApiKey, CreatedApiKey } from '#domain/integrations/keys.ts'
import { shortDate } from '#domain/time.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { lazyComponent } from '../../ui/lazy.tsx'
import { useNow } from '../../ui/page.tsx'
import { Badge, LoadingSettings, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { NewSecret, whenText } from './new-secret.tsx'
import { keysQuery, useKeyChanges } from './queries.ts'

const KeyForm = lazyComponent(() => import('./key-form.tsx'), 'KeyForm')

export function ApiKeys({ canCreate }: { canCreate: boolean }) {
  const keys = useQuery(keysQuery)
  const [adding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  return (
    <Panel
      title="API keys"
      action={
        canCreate &&
        !adding && (
          <Button onClick={() => setAdding(true)} onFocus={KeyForm.preload} onPointerEnter={KeyForm.preload}>
            <Plus aria-hidden />
            Create Key
          </Button>
        )
      }
    >
      <p className="mb-5 max-w-[62ch] text-muted">
        A key lets a spreadsheet, a script or an AI assistant read your companies and their news. It cannot change
        anything.{' '}
        <a href={paths.apiReference} className="underline underline-offset-4">
          Read the API guide
        </a>
      </p>
      {adding && (
        <KeyForm
          onClose={() => setAdding(false)}
          onCreated={(key) => {
            setCreated(key)
            setAdding(false)
          }}
        />
      )}
      {created && (
        <NewSecret label={`Your new key: ${created.name}`} secret={created.key} onClose={() => setCreated(null)}>
          Copy it now. We store only a hash, so it cannot be shown again. An AI assistant that supports MCP connects to{' '}
          <code className="break-all text-ink">{`${location.origin}/mcp`}</code> with this key.
        </NewSecret>
      )}
      <Loaded what="your API keys" query={keys} loading={<LoadingSettings />}>
        {(list) =>
          list.length > 0 ? (
            <SettingsList>
              {list.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoked={() => setCreated(null)} />
              ))}
            </SettingsList>
          ) : (
            !adding && <p className="text-muted">No API keys yet.</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function KeyRow({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const { id, name, hint, scopes, expiresAt, lastUsedAt } = apiKey
  const { revoke } = useKeyChanges()
  const toast = useToast()
  const now = useNow()
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
  const end = () =>
    revoke.mutate(id, {
      onSuccess: () => {
        toast({ title: 'API key revoked', description: `${name} no longer works.` })
        onRevoked()
      },
      onError: (error) => toast(failed('Failed to revoke the API key', reasonOf(error))),
    })
  return (
    <SettingsRow
      icon={<KeyRound aria-hidden />}
      title={
        <>
          {name} <code className="text-sm font-normal text-muted">tid_…{hint}</code>
          {isExpired && <Badge tone="warn">Expired</Badge>}
        </>
      }
      text={
        <>
          Reads {scopes.map((scope) => SCOPE_NAMES[scope]).join(', ')}
          <span className="block">
            {lastUsedAt ? `Last used ${whenText(lastUsedAt, now)}` : 'Never used'}
            {!isExpired && (expiresAt ? ` · Expires ${shortDate(expiresAt)}` : ' · Does not expire')}
          </span>
        </>
      }
      action={
        <ConfirmButton
          variant="quiet"
          aria-label={`Revoke ${name}`}
          busy={revoke.isPending}
          question={{
            title: `Revoke ${name}?`,
            text: 'Programs that use this key stop working at once. You cannot restore it.',
            action: 'Revoke',
          }}
          onConfirm={end}
        >
          Revoke
        </ConfirmButton>
      }
    />
  )
}
