import type { LucideIcon } from 'lucide-react'
import type { Fragment } from '#domain/news/search.ts'

/** One line of the palette. Its id is what is remembered of it, so it says nothing about anybody. */
export type Choice = {
  id: string
  label: string
  /** The label again, with what was searched for marked in it. */
  marked?: Fragment[]
  /** Quietly beside the label. */
  hint?: string
  /** What it can be found by as well. */
  more?: string
  keys?: string
  icon: LucideIcon
  run: () => void
}

export type Group = { name: string; choices: Choice[] }
