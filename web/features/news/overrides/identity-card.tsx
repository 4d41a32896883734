import { useQuery } from '@tanstack/react-query'
import { LoadFailure, Skeleton } from '../../../ui/feedback.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Status } from '../../../ui/button.tsx'
import { IdentityFacts, NotMineRules } from './identity-facts.tsx'
import { OwnAliases, OwnFeeds } from './own-names-and-feeds.tsx'
import {
  addAlias,
  addFeed,
  identityQuery,
  reviewFact,
  removeAlias,
  removeFeed,
  takeBackRule,
  useChangeOverrides,
} from './queries.ts'

export function IdentityCardPanel({ companyId }: { companyId: number }) {
  const { data: card, error, refetch } = useQuery(identityQuery(companyId))
  const { mutate: applyOverride } = useChangeOverrides(companyId)
  return (
    <Panel title="How we identify this company">
      {error && !card ? (
        <LoadFailure what="how we identify this company" error={error} onRetry={() => void refetch()} />
      ) : !card ? (
        <Status className="appear-late grid gap-3">
          <span className="sr-only">Loading how we identify this company</span>
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
        </Status>
      ) : (
        <>
          <p className="mb-4 max-w-[66ch] text-sm text-muted">
            {card.facts.length > 0
              ? 'What the company says about itself, and where we found it. Reject anything wrong and its stories disappear from your view.'
              : 'We have not found anything on its own site yet.'}{' '}
            Changes affect only you.
          </p>
          <IdentityFacts
            facts={card.facts}
            onReview={(fact, isRejected) => applyOverride(reviewFact(fact, isRejected))}
          />
          <NotMineRules rules={card.notMine} onUndo={(rule) => applyOverride(takeBackRule(rule))} />
          <OwnAliases
            aliases={card.aliases}
            onAdd={(alias) => applyOverride(addAlias(alias))}
            onRemove={(alias) => applyOverride(removeAlias(alias))}
          />
          <OwnFeeds
            feeds={card.feeds}
            onAdd={(url) => applyOverride(addFeed(url))}
            onRemove={(url) => applyOverride(removeFeed(url))}
          />
        </>
      )}
    </Panel>
  )
}
