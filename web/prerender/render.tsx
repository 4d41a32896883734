import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Frame } from './frame.tsx'
import { developerPaths } from '../developer-paths.ts'
import { applicationPages, paths, publicPaths } from '../paths.ts'
import { notFoundPage, type PublicPage, publicPages } from './pages.tsx'

export type RenderedPage = { path: string; file: string; html: string }

/** Values that only the running server knows are left as %NAME% for it to fill in. */
export function renderPages(assets: Assets): { pages: RenderedPage[]; notFound: RenderedPage } {
  return {
    pages: publicPages.map((page) => render(page, assets, true)),
    notFound: render(notFoundPage, assets, false),
  }
}

/** The server uses these to tell a page from a 404. */
export const application: string[] = [
  ...Object.keys(applicationPages),
  ...(__DEVELOPER_PAGES__ ? Object.values(developerPaths) : []),
]

export { applicationPages }

/** The build fails without them. */
export const required = publicPaths

export const robots = () =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /auth/',
    'Disallow: /feeds/',
    'Sitemap: %PUBLIC_URL%/sitemap.xml',
    '',
  ].join('\n')

export const sitemap = () =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...publicPages.map(({ path }) => `  <url><loc>%PUBLIC_URL%${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

function render(page: PublicPage, assets: Assets, listed: boolean): RenderedPage {
  const { path, title, description, body } = page
  const markup = renderToStaticMarkup(
    <Document head={{ path, title, description, listed }} assets={assets}>
      <Frame path={path}>{body}</Frame>
    </Document>,
  )
  return {
    path,
    file: path === '/' ? 'index.html' : `${path.slice(1)}/index.html`,
    html: `<!doctype html>${markup}\n`,
  }
}

export type Assets = {
  scripts: string[]
  styles: string[]
  fonts: string[]
  firstPaint: string
  sessionModules: string[]
}

type PageHead = { path: string; title: string; description: string; listed: boolean }

/** The value of --paper in each theme, for the browser's toolbar. */
const THEME_COLOR = { light: '#fcfaf6', dark: '#111316' }

function Document({ head, assets, children }: { head: PageHead; assets: Assets; children: ReactNode }) {
  const { title, description } = head
  const address = `%PUBLIC_URL%${head.path}`
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          content={THEME_COLOR.light}
          data-light={THEME_COLOR.light}
          data-dark={THEME_COLOR.dark}
        />
        <script>{assets.firstPaint}</script>
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        {head.listed ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Tidings" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {head.listed && <meta property="og:url" content={address} />}
        <meta property="og:image" content="%PUBLIC_URL%/share.png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Tidings. Know what your companies are doing." />
        <meta name="twitter:card" content="summary_large_image" />
        {head.path === paths.landing && <meta name="public-config" content="%PUBLIC_CONFIG%" />}
        {head.path === paths.landing && <meta name="session-modules" content={assets.sessionModules.join(' ')} />}
        {(head.path === paths.landing || head.path === paths.cookiePolicy) && (
          <meta name="conversion-url" content="%CONVERSION_URL%" />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>{children}</body>
    </html>
  )
}
