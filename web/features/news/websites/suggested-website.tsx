import type { WebsiteEvidence, WebsiteSuggestion } from '#domain/news/website-suggestions.ts'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink, WebsiteLink } from '../../../ui/external-link.tsx'
import { Badge } from '../../../ui/panel.tsx'
import { formatNumber, webAddress } from '../../../ui/text.ts'
import { evidenceText } from './queries.ts'

type Choosing = {
  disabled: boolean
  onChoose: (choice: { suggestion: WebsiteSuggestion; isRight: boolean }) => void
}

/** The suggestions for one company. */
export function SuggestedWebsites({ suggestions, ...choosing }: { suggestions: WebsiteSuggestion[] } & Choosing) {
  return (
    <>
      {suggestions.length > 1 && (
        <p className="text-sm text-muted">
          {formatNumber(suggestions.length)} sites have this name. Which one is yours?
        </p>
      )}
      {suggestions.map((suggestion) => (
        <SuggestedWebsite key={suggestion.website} suggestion={suggestion} {...choosing} />
      ))}
    </>
  )
}

type Props = { suggestion: WebsiteSuggestion } & Choosing

function SuggestedWebsite({ suggestion, disabled, onChoose }: Props) {
  const { companyName, website, isSure, evidence } = suggestion
  return (
    <div className="grid gap-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <WebsiteLink website={website} />
          {isSure && <Badge tone="good">Sure match</Badge>}
        </p>
        {evidence.map((each) => (
          <p key={evidenceText(each)} className="break-words text-muted">
            <Evidence evidence={each} />
          </p>
        ))}
      </div>
      <div className="flex gap-2">
        <Button
          disabled={disabled}
          aria-label={`Use This: ${website} for ${companyName}`}
          onClick={() => onChoose({ suggestion, isRight: true })}
        >
          Use This
        </Button>
        <Button
          variant="quiet"
          disabled={disabled}
          aria-label={`Not This: ${website} for ${companyName}`}
          onClick={() => onChoose({ suggestion, isRight: false })}
        >
          Not This
        </Button>
      </div>
    </div>
  )
}

function Evidence({ evidence }: { evidence: WebsiteEvidence }) {
  const url = evidence.kind === 'article' ? webAddress(evidence.url) : null
  const text = evidenceText(evidence)
  if (!url) return text
  return (
    <ExternalLink
      href={url.href}
      className="underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {text}
    </ExternalLink>
  )
}
