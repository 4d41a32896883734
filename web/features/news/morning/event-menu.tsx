import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BellOff, Copy, Ellipsis, Flag, RefreshCw, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { untilText } from '#domain/news/coverage-text.ts'
import type { MorningEvent } from '#domain/news/morning/morning.ts'
import { relativeTime } from '#domain/time.ts'
import { paths } from '../../../paths.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { counted } from '../../../ui/text.ts'
import { coverageInShortQuery } from '../queries.ts'
import { useMute } from '../reading/queries.ts'
import { useRefreshNews } from '../refresh.ts'

type Props = { event: MorningEvent; now: Date; onCopy: () => void; onNotMine: () => void }

export function EventMenu({ event, now, onCopy, onNotMine }: Props) {
  const { companyId, companyName: name, quotedFrom } = event
  const [isReached, setReached] = useState(false)
  const { data: [coverage] = [] } = useQuery({ ...coverageInShortQuery([companyId]), enabled: isReached })
  const navigate = useNavigate()
  const { mutate: mute } = useMute({ id: companyId, name })
  const { refresh } = useRefreshNews([{ id: companyId, name, website: null }])
  const reach = () => setReached(true)
  return (
    <div
      onFocus={reach}
      onPointerEnter={reach}
      className="absolute top-0 -right-3 @min-[860px]:top-2 @min-[860px]:-right-11"
    >
      <Menu
        variant="quiet"
        size="icon"
        label={`More about ${name}`}
        className="max-md:h-9 @min-[860px]:opacity-0 @min-[860px]:group-focus-within:bg-sunk @min-[860px]:group-focus-within:opacity-100 @min-[860px]:group-hover:bg-sunk @min-[860px]:group-hover:opacity-100 pointer-coarse:opacity-100!"
        listClass="w-74 rounded-lg p-1.5"
        items={[
          { label: 'Copy sentence and link', icon: Copy, keys: 'C', onSelect: onCopy },
          {
            label: 'Share with a co-investor',
            icon: Share2,
            onSelect: () => void navigate({ to: paths.sharing, search: { company: String(companyId) } }),
          },
          { label: 'Not my company', icon: Flag, keys: 'X', startsGroup: true, onSelect: onNotMine },
          { label: `Mute ${name}`, icon: BellOff, onSelect: () => mute('always') },
          { label: `Refresh ${name}`, icon: RefreshCw, keys: 'R', onSelect: () => refresh(companyId) },
        ]}
        note={`Quoted word for word from ${quotedFrom}.${checkedText(coverage, now)}`}
      >
        <Ellipsis aria-hidden />
      </Menu>
    </div>
  )
}

/** "6 sources checked 12 minutes ago; next check in 48 minutes." */
function checkedText(coverage: CompanyCoverage | undefined, now: Date): string {
  if (!coverage?.goodAt) return ''
  const { sources, goodAt, nextAt } = coverage
  const next = nextAt ? `; next check ${untilText(nextAt, now)}` : ''
  return ` ${counted(sources, 'source', 'sources')} checked ${relativeTime(goodAt, now).toLowerCase()}${next}.`
}
