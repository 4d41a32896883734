import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebsiteSuggestion } from '#domain/news/website-suggestions.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { counted } from '../../../ui/text.ts'
import { useWebsiteChoice, websiteSuggestionsQuery } from './queries.ts'
import { SuggestedWebsite } from './suggested-website.tsx'

/** Above the portfolio, while there are suggestions for companies without a website. */
export function MissingWebsites() {
  const { data } = useQuery(websiteSuggestionsQuery)
  const [isOpen, setOpen] = useState(false)
  const suggestions = data?.suggestions ?? []
  if (!data || (suggestions.length === 0 && !isOpen)) return null
  return (
    <div className="mt-5">
      <Notice action={<Button onClick={() => setOpen(true)}>Review Suggestions</Button>}>
        {data.missing === 1 ? '1 company has' : `${counted(data.missing, 'company', 'companies')} have`} no website, so
        we find less news. We found {counted(suggestions.length, 'likely website', 'likely websites')}.
      </Notice>
      {isOpen && <Review suggestions={suggestions} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Review({ suggestions, onClose }: { suggestions: WebsiteSuggestion[]; onClose: () => void }) {
  const { choose, acceptSure, isPending } = useWebsiteChoice()
  const sure = suggestions.filter(({ isSure }) => isSure).length
  return (
    <Dialog
      title="Suggested websites"
      description="Found by the names of your companies. Accept the right ones; we use them to find news."
      onClose={onClose}
    >
      {sure > 1 && (
        <Button variant="primary" busy={isPending} onClick={acceptSure}>
          Accept All {sure} Sure Ones
        </Button>
      )}
      {suggestions.length === 0 ? (
        <p className="text-muted">No suggestions left.</p>
      ) : (
        <ul className="divide-y divide-line">
          {suggestions.map((suggestion) => (
            <li key={`${suggestion.companyId} ${suggestion.website}`} className="py-3 first:pt-0">
              <p className="font-serif text-base font-semibold break-words">{suggestion.companyName}</p>
              <SuggestedWebsite suggestion={suggestion} disabled={isPending} onChoose={choose} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
