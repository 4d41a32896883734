import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { Company } from '#domain/companies/company.ts'
import type { MutedCompany } from '#domain/news/new-stories.ts'
import { paths } from '../../../paths.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { muteItems } from '../reading/mute-items.ts'
import { useMute } from '../reading/queries.ts'
import { useRefreshNews } from '../refresh.ts'

export function CompanyMenu({ company, muted }: { company: Company; muted: MutedCompany | undefined }) {
  const { id, name, sample } = company
  const navigate = useNavigate()
  const { mutate: mute } = useMute(company)
  const { refresh, refreshing } = useRefreshNews([company])
  const isRefreshing = refreshing.has(id)
  const share = () => void navigate({ to: paths.sharing, search: { company: String(id) } })
  return (
    <Menu
      variant="quiet"
      size="icon"
      busy={isRefreshing}
      label={`More about ${name}`}
      items={[
        ...(sample ? [] : [{ label: 'Share with a co-investor', onSelect: share }]),
        ...muteItems(muted, mute),
        { label: `Refresh ${name}`, startsGroup: true, onSelect: () => refresh(id) },
        // The menu would be printed, too.
        { label: 'Print', onSelect: () => setTimeout(() => print()) },
      ]}
    >
      {!isRefreshing && <Ellipsis aria-hidden />}
    </Menu>
  )
}
