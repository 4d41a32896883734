import { renderToStaticMarkup } from 'react-dom/server'
import { type Assets, Document } from './document.tsx'
import { Frame } from './frame.tsx'
import { developerPaths } from '../developer-paths.ts'
import { applicationPaths } from '../paths.ts'
import { notFoundPage, type PublicPage, publicPages } from './pages.tsx'

export type RenderedPage = { path: string; file: string; html: string }

/** Values that only the running server knows stay as %NAME% for it to fill in. */
export function renderPages(assets: Assets): { pages: RenderedPage[]; notFound: RenderedPage } {
  return {
    pages: publicPages.map((page) => render(page, assets, true)),
    notFound: render(notFoundPage, assets, false),
  }
}

/** The server uses these to tell a page from a 404. */
export const application: string[] = [
  ...applicationPaths,
  ...(__DEVELOPER_PAGES__ ? Object.values(developerPaths) : []),
]

export const robots = () =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /auth/', 'Sitemap: %PUBLIC_URL%/sitemap.xml', ''].join('\n')

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
