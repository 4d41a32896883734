import type { WebsiteEvidence, WebsiteSuggestion } from '#domain/news/website-suggestions.ts'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink, WebsiteLink } from '../../../ui/external-link.tsx'
import { Badge } from '../../../ui/panel.tsx'
import { webAddress } from '../../../ui/text.ts'
import { evidenceText } from './queries.ts'

type Props = {
  suggestion: WebsiteSuggestion
  disabled: boolean
  onChoose: (choice: { suggestion: WebsiteSuggestion; isRight: boolean }) => void
}

export function SuggestedWebsite({ suggestion, disabled, onChoose }: Props) {
  const { companyName, website, isSure, evidence } = suggestion
  return (
    <div className="grid gap-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <WebsiteLink website={website} />
          {isSure && <Badge>Sure</Badge>}
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
    <ExternalLink href={url.href} className="underline underline-offset-3">
      {text}
    </ExternalLink>
  )
}
