import type { MutedCompany, MuteLength } from '#domain/news/new-stories.ts'
import { shortDate } from '#domain/time.ts'
import type { MenuItem } from '../../../ui/overlays/menu-list.tsx'

export const muteItems = (muted: MutedCompany | undefined, mute: (length: MuteLength) => void): MenuItem[] =>
  muted
    ? [{ label: unmuteText(muted), onSelect: () => mute(null) }]
    : [
        { label: 'Mute for a week', onSelect: () => mute('week') },
        { label: 'Mute for a month', onSelect: () => mute('month') },
        { label: 'Mute always', onSelect: () => mute('always') },
      ]

const unmuteText = ({ until }: MutedCompany) => (until === null ? 'Unmute' : `Unmute (muted until ${shortDate(until)})`)
