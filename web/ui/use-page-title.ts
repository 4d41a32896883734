import { useEffect } from 'react'

// The served page's title is just the product name.
const product = document.title
let page = ''
let news = 0

export function usePageTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}

/** Shows the count before the title, where it's visible in a background tab. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    news = count
    show()
    return () => {
      news = 0
      show()
    }
  }, [count])
}

function show(): void {
  if (page === '') return
  const title = product ? `${page} · ${product}` : page
  document.title = news > 0 ? `(${news > 99 ? '99+' : news}) ${title}` : title
}
