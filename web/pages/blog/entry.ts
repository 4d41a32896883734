import type { ReactNode } from 'react'
import type { ArticleSection } from '../reading/article.tsx'

export type BlogEntry = {
  slug: string
  title: string
  date: { iso: string; text: string }
  summary: string
  lead: ReactNode
  sections: ArticleSection[]
}
