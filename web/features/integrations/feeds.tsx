import { useQuery } from '@tanstack/react-query'
import { Plus, Rss } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { ALL_COMPANIES } from '#domain/integrations/choices.ts'
import type { PrivateFeed } from '#domain/integrations/feeds.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-and-save.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useNow } from '../../ui/page.tsx'
import { LoadingSettings, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { chosenNews, NewsOf } from './news-of.tsx'
import { whenText } from './new-secret.tsx'
import { feedsQuery, useFeedChanges } from './queries.ts'
import { PanelForm } from '../../ui/forms/panel-form.tsx'

export function Feeds({ canCreate }: { canCreate: boolean }) {
  const feeds = useQuery(feedsQuery)
  const [adding, setAdding] = useState(false)
  return (
    <Panel
      title="Private feeds"
      action={
        canCreate &&
        !adding && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Create Feed
          </Button>
        )
      }
    >
      <p className="mb-5 max-w-[62ch] text-muted">
        Read your news in a feed reader, and see dated events in your calendar. Anyone who has a link can read it, so
        treat it like a password. Positions and founder updates are never in it.
      </p>
      {adding && <FeedForm onClose={() => setAdding(false)} />}
      <Loaded what="your feeds" query={feeds} loading={<LoadingSettings />}>
        {(list) =>
          list.length > 0 ? (
            <SettingsList>
              {list.map((feed) => (
                <FeedRow key={feed.id} feed={feed} />
              ))}
            </SettingsList>
          ) : (
            !adding && (
              <p className="text-muted">No feeds yet. Create one for all companies, one company or a saved view.</p>
            )
          )
        }
      </Loaded>
    </Panel>
  )
}

function FeedForm({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState('')
  const { create } = useFeedChanges()
  const save = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(chosenNews(chosen), { onSuccess: onClose })
  }
  return (
    <PanelForm onSubmit={save} label="New feed">
      <div className="grid max-w-md">
        <NewsOf label="What the feed contains" value={chosen} onChange={setChosen} />
      </div>
      {create.error && <Alert>{reasonOf(create.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create Feed
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </PanelForm>
  )
}

function FeedRow({ feed: { id, name, urls, lastUsedAt } }: { feed: PrivateFeed }) {
  const { revoke } = useFeedChanges()
  const toast = useToast()
  const now = useNow()
  const shown = name ?? ALL_COMPANIES
  const end = () =>
    revoke.mutate(id, {
      onSuccess: () => toast({ title: 'Feed revoked', description: `The links for ${shown} no longer work.` }),
      onError: (error) => toast(failed('Failed to revoke the feed', reasonOf(error))),
    })
  return (
    <SettingsRow
      icon={<Rss aria-hidden />}
      title={shown}
      text={
        <>
          {lastUsedAt ? `Last read ${whenText(lastUsedAt, now)}` : 'Never read'}
          {urls ? (
            <div className="mt-2.5 flex flex-wrap gap-2">
              <CopyButton text={urls.atom}>Feed reader link</CopyButton>
              <CopyButton text={urls.calendar}>Calendar link</CopyButton>
              <CopyButton text={urls.json}>JSON link</CopyButton>
            </div>
          ) : (
            <p>Its links cannot be shown again. Create a new feed to get new ones.</p>
          )}
        </>
      }
      action={
        <ConfirmButton
          variant="quiet"
          aria-label={`Revoke the feed for ${shown}`}
          busy={revoke.isPending}
          question={{
            title: 'Revoke this feed?',
            text: `Feed readers and calendars that use the links for ${shown} stop updating. You cannot restore them.`,
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
