import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Only as root on Debian and its relatives; does nothing elsewhere. */
export function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing the Debian package ${name}`)
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', name)
}

const apt = (...words: string[]) =>
  spawnSync('apt-get', words, {
    stdio: 'ignore',
    timeout: 300_000,
    // In this run level, installing a server doesn't start it.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })
