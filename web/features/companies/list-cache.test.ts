import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Company } from '#domain/companies/company.ts'
import type { ListPage } from '../../api/client.ts'
import { refetchLists, companyPages } from './list-cache.ts'

test('a list requested before a change does not undo it', async () => {
  const queryClient = new QueryClient()
  const answers: ((page: ListPage<Company[]>) => void)[] = []
  const page = <Item>() => new Promise<ListPage<Item>>((resolve) => answers.push(resolve as (typeof answers)[number]))
  const observer = new InfiniteQueryObserver(queryClient, companyPages({ page }, {}))
  const stop = observer.subscribe(() => {})
  await expect.poll(() => answers.length).toBe(1)
  const asked = refetchLists(queryClient)
  await expect.poll(() => answers.length).toBe(2)
  const removed = { id: 1, name: 'Cedar' } as Company
  answers[0]?.({ items: [removed], next: null, total: 1 })
  answers[1]?.({ items: [], next: null, total: 0 })
  await asked
  expect(observer.getCurrentResult().data?.pages).toEqual([{ items: [], next: null, total: 0 }])
  stop()
})
