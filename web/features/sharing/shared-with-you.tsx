import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { ALL_COMPANIES } from '#domain/integrations/choices.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { readPath, receivedQuery } from './queries.ts'

/** For a guest without companies of their own, whose dashboard would otherwise be empty. */
export function SharedWithYou() {
  const { data = [] } = useQuery(receivedQuery)
  if (data.length === 0) return null
  return (
    <Panel title="Shared with you" className="mt-5">
      <SettingsList>
        {data.map((share) => (
          <SettingsRow
            key={share.id}
            icon={<BookOpen aria-hidden />}
            hasIconAction
            title={share.name ?? ALL_COMPANIES}
            text={<span className="break-all">From {share.ownerEmail}</span>}
            action={
              <LinkButton to={readPath(share)} label={`Read ${share.name ?? ALL_COMPANIES}`}>
                Read
              </LinkButton>
            }
          />
        ))}
      </SettingsList>
    </Panel>
  )
}
