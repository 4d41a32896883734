import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium, QUIET_FLAGS } from '../../../tools/chromium.ts'

/**
 * Whom Chromium asks by itself about updates, forms and accounts, whatever the page; here it finds them nowhere.
 * A page that asked them would still be seen: its requests are written down before their names are looked up.
 */
const OWN_QUESTIONS = ['*.google.com', '*.googleapis.com', '*.gstatic.com', '*.gvt1.com']

const SANDBOX_FLAGS = [
  // Whoever enters is root there, and root cannot use Chromium's own sandbox.
  '--no-sandbox',
  `--host-resolver-rules=${OWN_QUESTIONS.map((host) => `MAP ${host} ~NOTFOUND`).join(',')}`,
]

/** A browser in the network of somebody who is in the lab already. It is driven through pipes, which need no network. */
export async function openBrowser(enter: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-lab-browser-'))
  const program = join(directory, 'chromium')
  writeFileSync(program, `#!/bin/sh\nexec ${[...enter, findChromium()].join(' ')} "$@"\n`)
  chmodSync(program, 0o755)
  const browser = await chromium.launch({ executablePath: program, args: [...QUIET_FLAGS, ...SANDBOX_FLAGS] })
  return {
    newContext: browser.newContext.bind(browser),
    close: async () => {
      await browser.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
