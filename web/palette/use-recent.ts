import { useState } from 'react'
import { tabMemory } from '../auth/tab-memory.ts'
import { useAuth } from '../auth/use-auth.ts'

const MOST = 5

/** The ids of what was chosen last, newest first, and how to remember one more. */
export function useRecent(): [string[], (id: string) => void] {
  const userId = useAuth().session?.user.id
  const [recent] = useState(() => (userId ? tabMemory.read(userId) : []))
  const remember = (id: string) => {
    if (userId) tabMemory.write(userId, [id, ...recent.filter((other) => other !== id)].slice(0, MOST))
  }
  return [recent, remember]
}
