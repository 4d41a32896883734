import type { QueryClient } from '@tanstack/react-query'

const CHANNEL = 'tidings-changes'

/** When one tab saves a change, this browser's other tabs, which share its session, reload their data. */
export function connectTabs() {
  const channel = new BroadcastChannel(CHANNEL)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is not a window
    announce: (url: string) => channel.postMessage(url),
    follow(queryClient: QueryClient): void {
      const load = () => import('./tab-changes.ts').then((module) => module.createTabChanges(queryClient))
      let changes: ReturnType<typeof load> | undefined
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data !== 'string') return
        changes ??= load()
        changes.then(
          ({ apply }) => apply(data),
          () => (changes = undefined),
        )
      })
    },
    close: () => channel.close(),
  }
}
