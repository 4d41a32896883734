import { TRIAL_DAYS } from '#domain/account/plan.ts'
import { paths } from '../../paths.ts'
import { ExampleBrief } from './example-brief.tsx'

export function Hero() {
  return (
    <div className="wide grid items-center gap-x-16 gap-y-12 pt-12 pb-16 lg:grid-cols-[1.08fr_0.92fr] lg:pt-20 lg:pb-24">
      <div>
        <h1 className="text-3xl tracking-[-0.022em]">Know what your companies are doing.</h1>
        <p className="mt-6 max-w-[46ch] text-lg text-muted">
          List the private companies you backed. Tidings reads filings, newsrooms, hiring pages and the press
          for each of them, and tells you what changed, once, with its sources.
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
          <a href={paths.signUp} className="button button-primary button-large">
            Get Started Free
          </a>
          <p className="text-sm text-muted">{TRIAL_DAYS} days free. No card needed.</p>
        </div>
      </div>
      <ExampleBrief />
    </div>
  )
}
