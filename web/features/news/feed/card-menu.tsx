import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import { coverageText } from '#domain/news/coverage-text.ts'
import type { MutedCompany } from '#domain/news/new-stories.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { originText } from '../brief-text.ts'
import { linesOf } from '../reading/brief-lines.ts'
import { muteItems } from '../reading/mute-items.ts'
import { useMute } from '../reading/queries.ts'

const NotMineDialog = lazyComponent(() => import('../stories/exclusion-dialog.tsx'), 'NotMineDialog')

type Props = {
  row: CompanyWithNews
  coverage: CoverageSummary | undefined
  muted: MutedCompany | undefined
  now: Date
  isRefreshing: boolean
  onRefresh: (companyId: number) => void
}

/** Everything about a card that isn't news. */
export function CardMenu({ row, coverage, muted, now, isRefreshing, onRefresh }: Props) {
  const { id, name, latestNews } = row
  const { mutate: mute } = useMute(row)
  const [notMine, setNotMine] = useState<{ id: number; title: string } | null>(null)
  const close = () => setNotMine(null)
  const stories = latestNews ? linesOf(latestNews).flatMap(({ lines }) => lines.flatMap(storyOf)) : []
  return (
    <>
      <Menu
        variant="quiet"
        size="icon"
        busy={isRefreshing}
        label={`More about ${name}`}
        onReach={NotMineDialog.preload}
        note={[originText(latestNews), coverage && coverageText(coverage, now).text].filter(Boolean).join(' ')}
        items={[
          {
            label: `${coverage?.state === 'broken' ? 'Retry' : 'Refresh'} ${name}`,
            onSelect: () => onRefresh(id),
          },
          ...muteItems(muted, mute),
          ...stories.map((story) => ({
            label: `Not my company: ${story.title}`,
            onSelect: () => setNotMine(story),
          })),
        ]}
      >
        {!isRefreshing && <Ellipsis aria-hidden />}
      </Menu>
      {notMine && <NotMineDialog companyId={id} story={notMine} onDone={close} onClose={close} />}
    </>
  )
}

const storyOf = ({ storyId, cited: [first] }: ReturnType<typeof linesOf>[number]['lines'][number]) =>
  storyId === null || !first ? [] : [{ id: storyId, title: first.source.title }]
