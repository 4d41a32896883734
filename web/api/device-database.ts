/** Holds one user's data at a time and is deleted when the session ends. */
const NAME = 'tidings-answers'
export const ANSWERS = 'answers'
export const BY_AGE = 'by-age'

export function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.addEventListener('upgradeneeded', () => {
      const answers = request.result.createObjectStore(ANSWERS, { keyPath: ['owner', 'url'] })
      answers.createIndex(BY_AGE, ['at', 'size', 'owner'])
    })
    request.addEventListener('success', () => {
      const database = request.result
      // Deleting the database waits until all connections are closed.
      database.addEventListener('versionchange', () => database.close())
      resolve(database)
    })
    request.addEventListener('error', () => reject(new Error('The database of this device cannot be opened')))
  })
}

/** Never rejects: if storage is blocked, there's nothing to delete. */
export function deleteDatabase(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(NAME)
      for (const end of ['success', 'error']) request.addEventListener(end, () => resolve())
    } catch {
      resolve()
    }
  })
}

/** Tells the service worker to end its push subscription and close its notifications. */
export const endNotifications = () =>
  // Undefined on insecure origins, despite its type.
  (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller?.postMessage('signed-out')
