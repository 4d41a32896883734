import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium, QUIET_FLAGS } from '../../../tools/chromium.ts'

/** Chromium contacts these on its own. Requests from a page are recorded before name resolution, so none get lost. */
const OWN_QUESTIONS = ['*.google.com', '*.googleapis.com', '*.gstatic.com', '*.gvt1.com']

const SANDBOX_FLAGS = [
  // Chromium's own sandbox doesn't work as root.
  '--no-sandbox',
  `--host-resolver-rules=${OWN_QUESTIONS.map((host) => `MAP ${host} ~NOTFOUND`).join(',')}`,
]

/** The browser is controlled over pipes, which need no network. */
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
