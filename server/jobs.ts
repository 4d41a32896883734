import type { Accounts } from './account/account.ts'
import type { AuthServer } from './auth-server/auth-server.ts'
import type { Companies } from './companies/companies.ts'
import type { Attach } from './gather/watches/attach.ts'
import type { Gathering } from './gather/pipeline.ts'
import type { JudgeBacklog } from './gather/briefs/judge-backlog.ts'
import type { ModelBriefs } from './gather/briefs/model-briefs.ts'
import type { StoryTexts } from './gather/articles/story-text.ts'
import type { Logos } from './logos/logos.ts'
import type { AuthLetter, Jobs } from './ports.ts'

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
  deliver,
}: Words): Jobs => ({
  'account.expire-trials': { every: '5 * * * *', run: async () => void (await accounts.expireTrials()) },
  'auth.letter': { isPrivate: true, run: deliver },
  'auth.sweep': { every: '30 0 * * *', run: async () => authServer?.sweep() },
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
