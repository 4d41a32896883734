import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Routes = z.object({
  pages: z.record(z.string(), z.string()),
  application: z.array(z.string()),
  app: z.string(),
  notFound: z.string(),
  scriptHashes: z.array(z.string()),
})

export type Site = {
  root: string
  /** Prerendered pages: path → file. */
  pages: Map<string, string>
  /** The application's document, for every path it draws itself. */
  app: string
  notFound: string
  isApplication: (path: string) => boolean
  scriptHashes: string[]
  /** Every other file, by the path it is served at. */
  files: Set<string>
}

export const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** What the build made: which paths are pages, which belong to the application, and which files there are. */
export function readSite(root: string): Site {
  const routes = Routes.parse(JSON.parse(readFileSync(join(root, 'routes.json'), 'utf8')))
  const pages = new Map([
    ...Object.entries(routes.pages),
    ...FILLED_IN.map((path): [string, string] => [path, path.slice(1)]),
  ])
  const patterns = routes.application.map(
    (path) => new RegExp(`^${path.replaceAll(':id', String.raw`\d{1,10}`)}$`),
  )
  return {
    root,
    pages,
    app: routes.app,
    notFound: routes.notFound,
    isApplication: (path) => patterns.some((pattern) => pattern.test(path)),
    scriptHashes: routes.scriptHashes,
    files: new Set(
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
        .filter((path) => !NOT_SERVED.test(path) && !pages.has(path)),
    ),
  }
}

// Not pages, but with the same gaps for this installation's address.
const FILLED_IN = ['/robots.txt', '/sitemap.xml']

// Pages are served by their routes, manifests and source maps to nobody, compressed forms in place of their originals.
const NOT_SERVED = /(\/index\.html|\/app\.html|\/routes\.json|\.map|\.br|\.gz)$|^\/\./
