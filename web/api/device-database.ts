/** Of one user at a time, and gone with the session. */
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
      // Deleting waits for open connections.
      database.addEventListener('versionchange', () => database.close())
      resolve(database)
    })
    request.addEventListener('error', () => reject(new Error('The database of this device cannot be opened')))
  })
}

/** Never rejects: where storage is blocked there is nothing to delete. */
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

/** The service worker ends its push subscription and closes what it shows. */
export const endNotifications = () =>
  // Undefined on insecure origins, whatever the type says.
  (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller?.postMessage('signed-out')
