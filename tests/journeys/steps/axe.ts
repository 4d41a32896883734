import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

type Options = { within?: string; except?: string; rules?: string[] }

/** Half the size of what the package exports, and sent once per document: that costs more than most checks. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds wrong, one line per rule. Its content counts as it looks once at rest. */
export async function findViolations(page: Page, { within = 'html', except, rules }: Options = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate(
    async ({ include, exclude, values }) => {
      const running = () =>
        document
          .getAnimations()
          .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity)
      // Again and again, because the end of one transition can start that of what inherits from it.
      while (running().length > 0) {
        await Promise.all(running().map((one) => one.finished.catch(() => {})))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      const { axe: checker } = globalThis as unknown as { axe: typeof axe }
      return checker.run(
        { include, exclude },
        { resultTypes: ['violations'], iframes: false, ...(values && { runOnly: { type: 'rule', values } }) },
      )
    },
    { include: [within], exclude: except === undefined ? [] : [except], values: rules },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}
