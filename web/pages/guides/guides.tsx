import { Article } from '../reading/article.tsx'
import { ReadingList } from '../reading/reading-list.tsx'
import { paths } from '../../paths.ts'
import { bringYourSpreadsheet } from './bring-your-spreadsheet.tsx'
import { findAndCorrect } from './find-and-correct.tsx'
import type { Guide } from './guide.ts'
import { statusDots } from './status-dots.tsx'
import { whatIsChecked } from './what-is-checked.tsx'
import { yourData } from './your-data.tsx'

export const guides: Guide[] = [bringYourSpreadsheet, statusDots, findAndCorrect, whatIsChecked, yourData]

export function GuidesPage() {
  return (
    <ReadingList
      title="Guides"
      lead="Short answers to the questions people ask first."
      items={guides.map(({ slug, title, summary }) => ({ href: `${paths.guides}/${slug}`, title, summary }))}
    />
  )
}

export function GuidePage({ guide }: { guide: Guide }) {
  return (
    <Article
      title={guide.title}
      kicker={
        <a href={paths.guides} className="underline underline-offset-4">
          Guides
        </a>
      }
      lead={guide.lead}
      sections={guide.sections}
    />
  )
}
