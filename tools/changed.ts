import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export type Source = { path: string; text: string }
export type Selection = { tests: string[]; journeys: string[] }

/** How many imports away from a changed file a test may be. With no limit, nearly every file reaches every other. */
const MAX_DISTANCE = 2
/** When a change reaches more test files than this, only the nearest ones run. */
const MAX_FILES = 40

/** These check rules that cover all files, so any change can break them. */
const ALWAYS = ['tests/architecture.test.ts', 'tests/vocabulary.test.ts', 'tests/docs.test.ts']

/** The first pattern that matches a changed file determines its journeys. */
export const JOURNEYS: [RegExp, string[]][] = [
  [/^tests\/journeys\/steps\//, ['application']],
  [/^tests\/journeys\/company-internet\//, ['polling']],
  [/^(domain|server|web\/features)\/auth\/|^web\/pages\/auth\//, ['accounts', 'second-factor']],
  [/^(domain|server|web\/features)\/account\/|^web\/pages\/account\//, ['account-screens', 'not-mine']],
  [/^(domain|server|web\/features)\/companies\/.*import/, ['import']],
  [/^(domain|server|web\/features)\/companies\/positions\//, ['positions']],
  [/^(domain|server|web\/features)\/companies\//, ['investments', 'portfolio']],
  [/^web\/features\/search\/|^server\/news\/read\/search\//, ['search']],
  [/^web\/features\/analytics\/|^server\/news\/read\/analytics/, ['analytics']],
  [/^(domain|server|web\/features)\/news\//, ['reading', 'first-run']],
  [/^(domain|server|web\/features)\/updates\//, ['updates']],
  [/^(domain|server|web\/features)\/mailings\//, ['email', 'push']],
  [/^(domain|server|web\/features)\/integrations\//, ['integrations']],
  [/^(domain|server|web\/features)\/billing\//, ['billing']],
  [/^(domain|server|web\/features)\/admin\//, ['admin']],
  [/^web\/features\/commands\//, ['palette']],
  [/^web\/service-worker|^web\/api\//, ['offline', 'tabs']],
  [/^web\/prerender\/|^content\/|^web\/pages\/(landing|docs|reading)\//, ['public-pages']],
  [/^web\//, ['application', 'navigation']],
  [/^server\/platform\/|^server\/[^/]+$/, ['first-run']],
]

/** Selects the tests closest to a change, enough for about two minutes. `npm test` runs everything. */
export function selectChanged(changed: readonly string[], sources: readonly Source[]): Selection {
  const near = nearestTests(changed, sources)
  const specs = sources.map(({ path }) => path).filter((path) => /^tests\/journeys\/[^/]+\.spec\.ts$/.test(path))
  const wanted = new Set(changed.filter((path) => !/\.test\.tsx?$/.test(path)).flatMap(journeysOf))
  return { tests: [...ALWAYS, ...near.slice(0, MAX_FILES)], journeys: specs.filter((path) => wanted.has(path)) }
}

/** Tests in the folder of a changed file, and those that import one directly or through one other, nearest first. */
export function nearestTests(changed: readonly string[], sources: readonly Source[]): string[] {
  const distances = distancesTo(changed, sources)
  const folders = new Set(changed.map(dirname))
  const distanceOf = (path: string) =>
    Math.min(distances.get(path) ?? Infinity, folders.has(dirname(path)) ? MAX_DISTANCE : Infinity)
  return sources
    .map(({ path }) => path)
    .filter((path) => /\.test\.tsx?$/.test(path) && !ALWAYS.includes(path) && distanceOf(path) <= MAX_DISTANCE)
    .toSorted((a, b) => distanceOf(a) - distanceOf(b))
}

function journeysOf(path: string): string[] {
  if (path.endsWith('.spec.ts')) return [path]
  const [, names = []] = JOURNEYS.find(([pattern]) => pattern.test(path)) ?? []
  return names.map((name) => `tests/journeys/${name}.spec.ts`)
}

/** For each file, the number of imports between it and the nearest changed file. */
function distancesTo(changed: readonly string[], sources: readonly Source[]): Map<string, number> {
  const importers = new Map<string, string[]>()
  for (const source of sources)
    for (const target of importsOf(source)) importers.set(target, [...(importers.get(target) ?? []), source.path])
  const distances = new Map(changed.map((path) => [path, 0]))
  let edge = [...changed]
  for (let distance = 1; edge.length > 0; distance += 1) {
    edge = [...new Set(edge.flatMap((path) => importers.get(path) ?? []))].filter((path) => !distances.has(path))
    for (const path of edge) distances.set(path, distance)
  }
  return distances
}

function importsOf({ path, text }: Source): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*['"]((?:\.{1,2}\/|#domain\/)[^'"]+)['"]/g)
  return [...found].map(([, target = '']) =>
    target.startsWith('#domain/') ? target.slice(1) : normalize(join(dirname(path), target)),
  )
}

/**
 * All changes since the branch left main, committed or not. On main itself, the uncommitted changes, or the last commit
 * if there are none.
 */
export function readChanged(): { changed: string[]; sources: Source[] } {
  const uncommitted = git('status', '--porcelain', '--untracked-files=all', '--no-renames').map((line) => line.slice(3))
  const [head = 'HEAD'] = git('rev-parse', 'HEAD')
  const main = ['main', 'origin/main'].find((name) => git('branch', '--all', '--list', name).length > 0) ?? head
  const [fork = head] = git('merge-base', 'HEAD', main)
  const base = fork !== head ? fork : uncommitted.length > 0 ? head : 'HEAD~1'
  const committed = git('diff', '--name-only', '--no-renames', base, 'HEAD')
  const sources = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx')
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  return { changed: [...new Set([...committed, ...uncommitted])], sources }
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
