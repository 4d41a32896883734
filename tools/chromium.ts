import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { chromium } from '@playwright/test'
import { installDebianPackage } from './debian.ts'

const USUAL_PLACES = [
  // The same engine without a UI, at half the CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const HELP = `The browser tests need Chromium, and none was found or could be installed. Do one of:
  - Debian, Ubuntu:  sudo apt-get install chromium-headless-shell (or chromium)
  - anywhere online: npx playwright install --with-deps chromium
  - or name one:     CHROMIUM=/path/to/chromium npm test`

/** Keep Chromium from phoning home. */
export const QUIET_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Uses the one that CHROMIUM names, an installed one, a downloaded one or the Debian package, in that order. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment.CHROMIUM
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM=${named} is not a program.\n${HELP}`)
  }
  return present() ?? downloaded() ?? fromDebian() ?? fail()
}

/** Prefers a full browser, because the headless shell has no notifications; falls back to the shell. */
export const findWholeChromium = (environment: NodeJS.ProcessEnv = process.env): string =>
  [environment.CHROMIUM ?? '', ...USUAL_PLACES, chromium.executablePath()].find(
    (path) => isExecutable(path) && !/headless[-_]shell/.test(path),
  ) ?? findChromium(environment)

const present = () => [...USUAL_PLACES, chromium.executablePath()].find(isExecutable)

function downloaded(): string | undefined {
  console.log('No Chromium here yet; trying the browser tool’s own download')
  spawnSync('npx', ['--no-install', 'playwright', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 180_000,
  })
  return present()
}

function fromDebian(): string | undefined {
  installDebianPackage('chromium-headless-shell')
  if (!present()) installDebianPackage('chromium')
  return present()
}

function fail(): never {
  throw new Error(HELP)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
