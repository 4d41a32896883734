import type { Accounts } from './account/account.ts'
import type { Jobs } from './ports.ts'

/** Every job: its name, when it runs by itself, and the word it calls. */
export const createJobs = ({ accounts }: { accounts: Accounts }): Jobs => ({
  'account.expire-trials': { every: '5 * * * *', run: async () => void (await accounts.expireTrials()) },
})
