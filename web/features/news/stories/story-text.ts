import type { Story } from '#domain/news/stories.ts'
import { importanceOf, type Importance } from '#domain/taxonomy.ts'

const MARKS: Record<Importance, { word: string; bars: 1 | 2 | 3 }> = {
  major: { word: 'Major', bars: 3 },
  notable: { word: 'Notable', bars: 2 },
  minor: { word: 'Minor', bars: 1 },
}

export const importanceMark = ({ weight }: Pick<Story, 'weight'>) => MARKS[importanceOf(weight)]
