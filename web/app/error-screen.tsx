import { UNEXPECTED } from '#domain/messages.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { DocumentLinkButton } from '../ui/link-button.tsx'

/** Something broke while drawing. Both ways on start from a fresh document, since this one can no longer be trusted. */
export function ErrorScreen() {
  return (
    <main className="mx-auto grid min-h-[70vh] max-w-130 content-center justify-items-start gap-5 px-5">
      <h1 className="text-2xl">{UNEXPECTED}</h1>
      <p className="text-muted">Nothing you saved is lost. Reloading usually helps.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <DocumentLinkButton to={paths.dashboard}>Back to Dashboard</DocumentLinkButton>
      </div>
    </main>
  )
}
