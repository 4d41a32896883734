import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './build/paths.ts'

const Component = z.looseObject({
  name: z.string(),
  group: z.string().optional(),
  version: z.string(),
  purl: z.string().optional(),
})
const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  serialNumber: z.unknown(),
  metadata: z.looseObject({ timestamp: z.unknown(), component: Component }),
  components: z.array(Component),
})
const Entry = z.object({
  version: z.string(),
  integrity: z.string(),
  license: z.string().default('unknown'),
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
})
const Lock = z.object({ name: z.string(), packages: z.record(z.string(), z.unknown()) })

const lockFile = () => Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const fullName = ({ group, name, version }: z.infer<typeof Component>) =>
  `${group ? `${group}/` : ''}${name}@${version}`

/** Every package in the lock file, without duplicates. */
export function lockedPackages(): (z.infer<typeof Entry> & { name: string })[] {
  const all = Object.entries(lockFile().packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...Entry.parse(entry) }))
  return [...new Map(all.map((each) => [`${each.name}@${each.version}`, each])).values()]
}

/**
 * Completes npm's output, which leaves out packages for other platforms and, when limited to production, whatever a
 * development tool needs too. Drops the timestamp and serial number so that the same lock file gives the same document.
 */
export function billOfMaterials() {
  const output = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { serialNumber: _serial, metadata, components, ...document } = Sbom.parse(JSON.parse(output))
  const { timestamp: _time, component, ...about } = metadata
  const named = new Map(components.map((each) => [fullName(each), each]))
  return {
    ...document,
    metadata: { ...about, component: { ...component, name: lockFile().name, type: 'application' } },
    components: lockedPackages().map((each) => named.get(`${each.name}@${each.version}`) ?? componentOf(each)),
  }
}

function componentOf({ name, version, integrity, license }: ReturnType<typeof lockedPackages>[number]) {
  const [, group, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name: bare,
    ...(group && { group }),
    version,
    scope: 'optional',
    purl: `pkg:npm/${encodeURIComponent(group ?? '')}${group ? '/' : ''}${bare}@${version}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: [{ license: { name: license } }],
  }
}

/** All packages; the third column tells server packages from those only used in development or in the browser. */
function licenseList(): string {
  const lines = lockedPackages()
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ name, version, license, dev, devOptional }) =>
      [`${name}@${version}`, license, dev || devOptional ? 'development or browser' : 'server'].join('\t'),
    )
  return `${lines.join('\n')}\n`
}

if (import.meta.main) {
  const out = join(root, 'dist')
  mkdirSync(out, { recursive: true })
  const sbom = billOfMaterials()
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
  writeFileSync(join(out, 'licenses.tsv'), licenseList())
  console.log(`dist/sbom.cdx.json and dist/licenses.tsv: ${sbom.components.length} packages`)
}
