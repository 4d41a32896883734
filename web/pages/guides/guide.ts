import type { ReactNode } from 'react'
import type { ArticleSection } from '../reading/article.tsx'

export type Guide = {
  slug: string
  title: string
  summary: string
  lead: ReactNode
  sections: ArticleSection[]
}
