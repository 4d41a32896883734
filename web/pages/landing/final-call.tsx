import { TRIAL_DAYS } from '#domain/account/plan.ts'
import { paths } from '../../paths.ts'

export function FinalCall() {
  return (
    <section aria-labelledby="start-title" className="wide mt-20">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6 border-t border-line pt-12">
        <div>
          <h2 id="start-title" className="text-2xl">
            Start with the list you already have.
          </h2>
          <p className="mt-3 max-w-[70ch] text-muted">
            Two columns are enough: Company and Website. {TRIAL_DAYS} days to see what it finds.
          </p>
        </div>
        <a href={paths.signUp} className="button button-primary button-large">
          Create Your Account
        </a>
      </div>
    </section>
  )
}
