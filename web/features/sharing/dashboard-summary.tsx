import { lazyComponent } from '../../ui/lazy.tsx'
import { NewsSummaryPanel } from '../news/reading/news-summary.tsx'

const SharedWithYou = lazyComponent(() => import('./shared-with-you.tsx'), 'SharedWithYou')

/** Users without companies of their own see what's shared with them instead. */
export const DashboardSummary = ({ onSettled }: { onSettled: () => void }) => (
  <NewsSummaryPanel onSettled={onSettled} ifEmpty={<SharedWithYou />} />
)
