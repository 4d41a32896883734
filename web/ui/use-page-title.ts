import { useEffect } from 'react'

// The served page is titled with the product's name alone.
const product = document.title

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = product ? `${title} · ${product}` : title
  }, [title])
}
