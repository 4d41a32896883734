import type { ToastMessage } from '../ui/toast.tsx'

export const alreadyRefreshing: ToastMessage = {
  title: 'Already refreshing',
  description: 'The news of your companies is being fetched right now.',
}

export const unreachable = (error: Error): ToastMessage => ({
  title: 'That did not work',
  description: error.message || 'Please try again later.',
  variant: 'destructive',
})
