import type { Accounts } from './account/account.ts'
import type { Payments } from './adapters/payments/open.ts'
import type { AuthServer } from './auth-server/auth-server.ts'
import type { Hearing } from './billing/hearing.ts'
import type { Companies } from './companies/companies.ts'
import type { Attach } from './gather/watches/attach.ts'
import type { Gathering } from './gather/pipeline.ts'
import type { JudgeBacklog } from './gather/briefs/judge-backlog.ts'
import type { ModelBriefs } from './gather/briefs/model-briefs.ts'
import type { StoryTexts } from './gather/articles/story-text.ts'
import type { Logos } from './logos/logos.ts'
import type { AuthLetter, Jobs } from './ports.ts'
import type { Reminders } from './reminders/reminders.ts'

type Words = {
  accounts: Accounts
  authServer: AuthServer | null
  companies: Companies
  logos: Logos
  attach: Attach
  gathering: Gathering
  storyTexts: StoryTexts
  judgeBacklog: JudgeBacklog
  /** None where no language model is named. */
  modelBriefs: ModelBriefs | null
  hearing: Hearing
  /** None where the card provider is a real one. */
  testPayments: Payments['test']
  reminders: Reminders
  deliver: (letter: AuthLetter) => Promise<void>
}

/** Every job: its name, when it runs by itself, and the word it calls. */
export const createJobs = ({
  accounts,
  authServer,
  companies,
  logos,
  attach,
  gathering,
  storyTexts,
  judgeBacklog,
  modelBriefs,
  hearing,
  testPayments,
  reminders,
  deliver,
}: Words): Jobs => ({
  'account.expire-trials': {
    every: '5 * * * *',
    run: async () => {
      await accounts.writeStatuses()
      await attach.rest()
    },
  },
  'auth.letter': { isPrivate: true, run: deliver },
  'auth.sweep': { every: '30 0 * * *', run: async () => authServer?.sweep() },
  'billing.event': { isAwaited: true, run: ({ id }) => hearing.process(id) },
  'billing.reconcile': { every: '20 * * * *', run: hearing.reconcile },
  'payments.deliver': {
    isAwaited: true,
    ...(testPayments ? { every: '* * * * *' } : {}),
    run: async () => testPayments?.deliver(),
  },
  'payments.pass-time': {
    ...(testPayments ? { every: '* * * * *' } : {}),
    run: async () => testPayments?.passTime(),
  },
  'reminders.letter': { isPrivate: true, run: reminders.deliver },
  'reminders.run': { every: '*/5 * * * *', run: reminders.run },
  'companies.added': {
    isPrivate: true,
    isAwaited: true,
    run: async (payload) => {
      await attach.adopt()
      await gathering.runDue()
      await logos.findAhead(payload)
      await gathering.curate()
    },
  },
  'gather.run': {
    isAwaited: true,
    every: '* * * * *',
    run: async () => {
      await attach.adopt()
      await gathering.keepUp()
    },
  },
  'gather.texts': { every: '* * * * *', run: async () => void (await storyTexts.run()) },
  'gather.judge': { every: '* * * * *', run: async () => void (await judgeBacklog.run()) },
  'briefs.model': {
    ...(modelBriefs ? { every: '* * * * *' } : {}),
    run: async () => void (await modelBriefs?.run()),
  },
  'gather.sweep': { every: '15 1 * * *', run: attach.sweep },
  'companies.purge': { every: '45 0 * * *', run: companies.purge },
})
