import type { MutedCompany } from '#domain/news/new-stories.ts'
import { shortDate } from '#domain/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useMute } from './queries.ts'

type Props = { company: { id: number; name: string }; muted: MutedCompany | undefined }

export function MuteMenu({ company, muted }: Props) {
  const { mutate: mute, isPending } = useMute(company)
  if (muted)
    return (
      <Button variant="quiet" busy={isPending} onClick={() => mute(null)} aria-label={`Unmute ${company.name}`}>
        {muted.until === null ? 'Muted' : `Muted until ${shortDate(muted.until)}`} · Unmute
      </Button>
    )
  return (
    <Menu
      variant="quiet"
      label={`Mute ${company.name}`}
      items={[
        { label: 'For a week', onSelect: () => mute('week') },
        { label: 'For a month', onSelect: () => mute('month') },
        { label: 'Always', onSelect: () => mute('always') },
      ]}
    >
      Mute
    </Menu>
  )
}
