import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

type Scope = { include?: string; exclude?: string; rules?: string[] }

/** What axe objects to, with the elements concerned. It is loaded once per document, which takes as long as a check. */
export async function accessibilityProblems(page: Page, scope: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async ({ include = 'html', exclude = [], rules }) => {
    const { violations } = await window.axe.run(
      { include, exclude },
      { resultTypes: ['violations'], iframes: false, ...(rules && { runOnly: rules }) },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
  }, scope)
}
