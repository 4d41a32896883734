import type { ReactNode } from 'react'
import { tagSlug } from '#domain/endpoint.ts'
import { PRICE, priceText, TRIAL_DAYS } from '#domain/account/plan.ts'
import { ContactPage } from '../pages/contact.tsx'
import { ApiFeaturePage, apiTags, ApiReferencePage, errorTable } from '../pages/docs/api.tsx'
import { LandingPage } from '../pages/landing/landing.tsx'
import { NotFoundPage } from '../pages/not-found.tsx'
import { Article, PublishedOn, ReadingList } from '../pages/reading/article.tsx'
import { type Content, listContent } from '../pages/reading/content.ts'
import { paths } from '../paths.ts'

export type PublicPage = { path: string; title: string; description: string; body: ReactNode }

const guides = listContent('guides')
const entries = listContent('blog')
const legal = listContent('legal')
const reference = listContent('docs', { errorTable: errorTable() })

export const publicPages: PublicPage[] = [
  {
    path: paths.landing,
    title: 'Tidings: news about the private companies you backed',
    description: `List the private companies you backed and read what changed, told once, with its sources. ${TRIAL_DAYS} days free, then ${priceText()} per ${PRICE.interval}.`,
    body: <LandingPage />,
  },
  {
    path: paths.guides,
    title: 'Guides: Tidings',
    description: 'Short guides: importing a spreadsheet, reading the status dots, what is checked, and your data.',
    body: (
      <ReadingList
        title="Guides"
        lead="Short answers to the questions people ask first."
        items={guides.map(({ slug, title, summary }) => ({ href: `${paths.guides}/${slug}`, title, summary }))}
      />
    ),
  },
  ...guides.map((guide) =>
    contentPage(`${paths.guides}/${guide.slug}`, guide, <ListLink href={paths.guides} label="Guides" />),
  ),
  {
    path: paths.blog,
    title: 'Blog: Tidings',
    description: 'What changed in Tidings, and why.',
    body: (
      <ReadingList
        title="Blog"
        lead="What we changed, and why. Written when there is something to say."
        items={entries.map(({ slug, title, summary, date }) => ({
          href: `${paths.blog}/${slug}`,
          title,
          summary,
          note: <PublishedOn date={date} />,
        }))}
      />
    ),
  },
  ...entries.map((entry) =>
    contentPage(
      `${paths.blog}/${entry.slug}`,
      entry,
      <>
        <ListLink href={paths.blog} label="Blog" /> • <PublishedOn date={entry.date} />
      </>,
    ),
  ),
  ...reference.map((content) => ({
    ...contentPage(paths.apiReference, content),
    body: <ApiReferencePage content={content} />,
  })),
  ...apiTags.map((tag) => ({
    path: `${paths.apiReference}/${tagSlug(tag)}`,
    title: `${tag}: Tidings API`,
    description: `Every call of the Tidings API for this feature: ${tag}.`,
    body: <ApiFeaturePage tag={tag} />,
  })),
  {
    path: paths.contact,
    title: 'Contact: Tidings',
    description: 'Write to support. You will have a response within 24 hours during business days.',
    body: <ContactPage />,
  },
  ...legal.map((content) =>
    contentPage(
      `/${content.slug}`,
      content,
      <>
        Last changed on <PublishedOn date={content.date} />
      </>,
    ),
  ),
]

export const notFoundPage: PublicPage = {
  path: '/not-found',
  title: '404 Page Not Found: Tidings',
  description: 'There is no page at this address.',
  body: <NotFoundPage />,
}

function contentPage(path: string, content: Content, kicker?: ReactNode): PublicPage {
  return {
    path,
    title: `${content.title}: Tidings`,
    description: content.summary,
    body: <Article content={content} kicker={kicker} />,
  }
}

function ListLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} className="underline underline-offset-4">
      {label}
    </a>
  )
}
