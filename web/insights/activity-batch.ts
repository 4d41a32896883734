import type { CompanyActivity } from '#domain/news/analytics.ts'

/** As many as the server answers for at once. */
const MOST_AT_ONCE = 100
const PAUSE_MS = 40

type Get = (path: string) => Promise<unknown>
type Asked = {
  id: number
  tell: (activity: CompanyActivity | null) => void
  fail: (reason: unknown) => void
}

/** Rows that ask at about the same time are answered together: a screenful is one request, however it came into view. */
export function createActivityBatch(get: Get, pauseMs = PAUSE_MS) {
  let waiting: Asked[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async (asked: Asked[]) => {
    try {
      const ids = asked.map(({ id }) => id).join(',')
      const answer = (await get(`/api/companies/activity?ids=${ids}`)) as CompanyActivity[]
      const byId = new Map(answer.map((activity) => [activity.companyId, activity]))
      for (const { id, tell } of asked) tell(byId.get(id) ?? null)
    } catch (error) {
      for (const { fail } of asked) fail(error)
    }
  }

  const send = () => {
    const asked = waiting
    waiting = []
    timer = undefined
    for (let start = 0; start < asked.length; start += MOST_AT_ONCE)
      void ask(asked.slice(start, start + MOST_AT_ONCE))
  }

  return (id: number): Promise<CompanyActivity | null> =>
    new Promise((tell, fail) => {
      waiting.push({ id, tell, fail })
      timer ??= setTimeout(send, pauseMs)
    })
}
