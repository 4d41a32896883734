import type { MorningEvent } from '#domain/news/morning/morning.ts'
import { failed } from '../../../api/api-error.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { partsOf } from './sentence.ts'

/** A link to the first source, which whoever receives it can open. */
export const copied = (event: MorningEvent): string =>
  [partsOf(event).join(''), event.sources[0]?.url].filter(Boolean).join('\n')

export function useCopy(): (event: MorningEvent) => void {
  const toast = useToast()
  return (event) =>
    void navigator.clipboard.writeText(copied(event)).then(
      () => toast({ title: 'Copied' }),
      () => toast(failed('Could not copy it', 'Your browser does not allow copying.')),
    )
}
