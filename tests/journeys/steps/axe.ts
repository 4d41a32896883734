import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

type Options = { within?: string; except?: string; rules?: string[] }

/** Half the size of the package's main file. It's sent once per document, which costs more than most checks. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The violations that axe finds, one line per rule. Checks the page once animations have finished. */
export async function findViolations(page: Page, { within = 'html', except, rules }: Options = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate(
    async ({ include, exclude, values }) => {
      const running = () =>
        document
          .getAnimations()
          .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity)
          // In what is hidden until it is found, time stands still.
          .filter(({ effect }) => !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() === true)
      // Repeat, because the end of one transition can start another on elements that inherit from it.
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
