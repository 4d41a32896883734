import type { Page } from '@playwright/test'

/** The browser's storage, databases, caches and cookies. */
export function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const ended = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('not read')))
      })
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await ended(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        found.push(name, await ended(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // Skip compiled assets: they are the same for every user and contain API paths.
        const text = request.url.includes('/assets/') ? '' : await (await cache.match(request))?.text()
        found.push(name, request.url, text)
      }
    }
    return JSON.stringify(found)
  })
}
