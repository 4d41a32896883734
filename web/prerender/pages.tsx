import type { ReactNode } from 'react'
import { PRICE, priceText, TRIAL_DAYS } from '#domain/account/plan.ts'
import { BlogEntryPage, BlogPage } from '../pages/blog/blog.tsx'
import { entries } from '../pages/blog/entries.ts'
import { ContactPage } from '../pages/contact.tsx'
import { ApiReferencePage } from '../pages/docs/api.tsx'
import { GuidePage, guides, GuidesPage } from '../pages/guides/guides.tsx'
import { LandingPage } from '../pages/landing/landing.tsx'
import { CookiePolicyPage } from '../pages/legal/cookie-policy.tsx'
import { PrivacyPolicyPage } from '../pages/legal/privacy-policy.tsx'
import { TermsOfServicePage } from '../pages/legal/terms-of-service.tsx'
import { NotFoundPage } from '../pages/not-found.tsx'
import { paths } from '../paths.ts'

export type PublicPage = { path: string; title: string; description: string; body: ReactNode }

/** Every page that is written at build time, in the order of the sitemap. */
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
    body: <GuidesPage />,
  },
  ...guides.map((guide) => ({
    path: `${paths.guides}/${guide.slug}`,
    title: `${guide.title}: Tidings`,
    description: guide.summary,
    body: <GuidePage guide={guide} />,
  })),
  {
    path: paths.blog,
    title: 'Blog: Tidings',
    description: 'What changed in Tidings, and why.',
    body: <BlogPage />,
  },
  ...entries.map((entry) => ({
    path: `${paths.blog}/${entry.slug}`,
    title: `${entry.title}: Tidings`,
    description: entry.summary,
    body: <BlogEntryPage entry={entry} />,
  })),
  {
    path: paths.apiReference,
    title: 'API: Tidings',
    description: 'The HTTP API of Tidings: authentication, errors, limits and every call.',
    body: <ApiReferencePage />,
  },
  {
    path: paths.contact,
    title: 'Contact: Tidings',
    description: 'Write to support. You will have a response within 24 hours during business days.',
    body: <ContactPage />,
  },
  {
    path: paths.privacyPolicy,
    title: 'Privacy Policy: Tidings',
    description: 'What Tidings stores, why and for how long, who is contacted, and how to export or delete your data.',
    body: <PrivacyPolicyPage />,
  },
  {
    path: paths.termsOfService,
    title: 'Terms of Service: Tidings',
    description: 'The terms of Tidings: trial, price, cancellation, fair use, and what the news is and is not.',
    body: <TermsOfServicePage />,
  },
  {
    path: paths.cookiePolicy,
    title: 'Cookie Policy: Tidings',
    description:
      'No cookies of ours, four entries in your browser’s storage, and advertising measurement only if you allow it.',
    body: <CookiePolicyPage />,
  },
]

/** The server's 404 answer; it has no address of its own. */
export const notFoundPage: PublicPage = {
  path: '/not-found',
  title: '404 Page Not Found: Tidings',
  description: 'There is no page at this address.',
  body: <NotFoundPage />,
}
