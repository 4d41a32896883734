import { buildIfStale } from './build.ts'

process.env.TIDINGS_BUILD ??= process.env.NODE_ENV === 'production' ? 'production' : 'development'
await buildIfStale()
await import(new URL('../dist/server/main.js', import.meta.url).href)
