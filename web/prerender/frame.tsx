import type { ReactNode } from 'react'
import { paths } from '../paths.ts'

export function Frame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      {path === paths.landing && <SessionCheck />}
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <header className="wide">
        <div className="flex items-center justify-between gap-4 border-b border-line py-4">
          <a
            href={paths.landing}
            aria-current={path === paths.landing ? 'page' : undefined}
            className="font-serif text-xl font-semibold tracking-tight no-underline"
          >
            Tidings
          </a>
          <a href={paths.signIn} className="button for-visitors">
            Log In
          </a>
          <a href={paths.dashboard} className="button for-users">
            Open Tidings
          </a>
        </div>
        {path === paths.landing && (
          <p className="for-returning border-b border-line py-3 text-sm">Log in to open the page you asked for.</p>
        )}
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter path={path} />
    </>
  )
}

/** CSS alone shows this, as long as first-paint.ts has marked the page as having a stored session. */
function SessionCheck() {
  return (
    <output className="session-check">
      <span aria-hidden="true" className="spinner" />
      <span className="sr-only">Loading</span>
    </output>
  )
}

type FooterLink = { label: string; href: string }

export function footerLinks(path: string): { heading: string; links: FooterLink[] }[] {
  const section = (id: string) => (path === paths.landing ? `#${id}` : `${paths.landing}#${id}`)
  return [
    {
      heading: 'Product',
      links: [
        { label: 'Features', href: section('features') },
        { label: 'Pricing', href: section('pricing') },
        { label: 'API', href: paths.apiReference },
      ],
    },
    {
      heading: 'Reading',
      links: [
        { label: 'Blog', href: paths.blog },
        { label: 'Guides', href: paths.guides },
        { label: 'Help Center', href: paths.contact },
        { label: 'Contact', href: paths.contact },
      ],
    },
    {
      heading: 'Legal',
      links: [
        { label: 'Privacy Policy', href: paths.privacyPolicy },
        { label: 'Terms', href: paths.termsOfService },
        { label: 'Cookie Policy', href: paths.cookiePolicy },
      ],
    },
  ]
}

function SiteFooter({ path }: { path: string }) {
  return (
    <footer className="site-footer mt-24 border-t border-line bg-sunk">
      <div className="wide grid grid-cols-2 gap-x-8 gap-y-10 py-12 sm:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <p className="font-serif text-xl font-semibold tracking-tight">Tidings</p>
          <p className="mt-2 max-w-[34ch] text-sm text-muted">
            What is happening to the private companies you backed: found, matched, told once, with sources.
          </p>
        </div>
        {footerLinks(path).map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <p aria-hidden="true" className="text-sm font-medium text-faint">
              {heading}
            </p>
            <ul className="mt-2">{links.map((link) => footerItem(link, path))}</ul>
          </nav>
        ))}
      </div>
      <div className="wide">
        <div className="flex min-h-19 flex-wrap items-center justify-between gap-x-8 border-t border-line py-4">
          <p className="text-sm text-muted">This page loads nothing from anyone else.</p>
          <button type="button" id="theme-toggle" hidden aria-pressed="false" className="button button-quiet -mx-3">
            Dark theme
          </button>
        </div>
      </div>
    </footer>
  )
}

const footerItem = ({ label, href }: FooterLink, path: string) => (
  <li key={label}>
    <a href={href} aria-current={href === path ? 'page' : undefined} className="footer-link">
      {label}
    </a>
  </li>
)
