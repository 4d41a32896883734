// Runs on whatever Node the machine has, before ours is in place. Some npms drop the link to node_modules/.bin/node
// when several platform packages claim that name, and none make it with install scripts off; so we make it ourselves.
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules')
const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
const binary = names.map((name) => join(modules, name, 'bin', 'node')).find((path) => existsSync(path))
const link = join(modules, '.bin', 'node')

if (binary && !(existsSync(link) && realpathSync(link) === realpathSync(binary))) {
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(relative(dirname(link), binary), link)
}
const major = Number(process.versions.node.split('.')[0])
if (!binary && major < 24) {
  console.error(
    `There is no Node package for ${process.platform}-${process.arch}, and this machine has ${process.version}. Install Node 24 or later.`,
  )
  process.exit(1)
}
