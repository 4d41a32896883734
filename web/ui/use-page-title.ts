import { useEffect } from 'react'

// The page as it was served is titled with the name of the product alone.
const product = document.title

/** The title of the document; the shell reads it out after a navigation. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = product ? `${title} · ${product}` : title
  }, [title])
}
