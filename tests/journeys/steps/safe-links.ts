import { expect, type Page } from '@playwright/test'

export async function expectOnlySafeLinks(page: Page): Promise<void> {
  const links = await page.locator('main a[href]').evaluateAll((all) =>
    all
      .filter((one) => one instanceof HTMLAnchorElement)
      .map(({ href, protocol, origin, rel }) => ({
        href,
        protocol,
        isOurs: origin === location.origin,
        rel,
      })),
  )
  const foreign = links.filter(({ isOurs }) => !isOurs)
  expect(foreign.length).toBeGreaterThan(0)
  expect(links.filter(({ protocol }) => !/^https?:$/.test(protocol))).toEqual([])
  expect(foreign.filter(({ rel }) => rel !== 'noopener noreferrer')).toEqual([])
}
