import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebsiteSuggestion } from '#domain/news/website-suggestions.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { counted } from '../../../ui/text.ts'
import { byCompany, useWebsiteChoice, websiteSuggestionsQuery } from './queries.ts'
import { SuggestedWebsites } from './suggested-website.tsx'

/** Shown above the portfolio while there are suggestions for companies without a website. */
export function MissingWebsites() {
  const { data } = useQuery(websiteSuggestionsQuery)
  const [isOpen, setOpen] = useState(false)
  const suggestions = data?.suggestions ?? []
  if (!data || (suggestions.length === 0 && !isOpen)) return null
  return (
    <div className="mt-5">
      <Notice action={<Button onClick={() => setOpen(true)}>Review Suggestions</Button>}>
        {data.missing === 1 ? '1 company has' : `${counted(data.missing, 'company', 'companies')} have`} no website, so
        we find less news. {foundText(data.missing, suggestions)}
      </Notice>
      {isOpen && <Review suggestions={suggestions} onClose={() => setOpen(false)} />}
    </div>
  )
}

function foundText(missing: number, suggestions: WebsiteSuggestion[]): string {
  if (suggestions.length === 0) return ''
  if (missing === 1) return `We found ${suggestions.length === 1 ? 'one' : suggestions.length} that may be right.`
  const found = byCompany(suggestions).length
  return `We found websites that may be right for ${found === missing ? 'all' : found} of them.`
}

function Review({ suggestions, onClose }: { suggestions: WebsiteSuggestion[]; onClose: () => void }) {
  const { choose, acceptSure, isPending } = useWebsiteChoice()
  const sure = suggestions.filter(({ isSure }) => isSure).length
  return (
    <Dialog
      title="Suggested websites"
      description="These sites have the names of your companies. Choose the right ones, and we check them for news."
      onClose={onClose}
    >
      {sure > 1 && (
        <Button variant="primary" busy={isPending} onClick={acceptSure}>
          Use All {sure} Sure Matches
        </Button>
      )}
      {suggestions.length === 0 ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-muted">No suggestions left.</p>
          <Button onClick={onClose}>Done</Button>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {byCompany(suggestions).map((own) => (
            <li key={own[0]?.companyId} className="grid gap-2.5 py-4 first:pt-0">
              <p className="font-serif text-base font-semibold break-words">{own[0]?.companyName}</p>
              <SuggestedWebsites suggestions={own} disabled={isPending} onChoose={choose} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
