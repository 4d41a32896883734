import { paths } from '../paths.ts'

export function ContactPage() {
  return (
    <div className="wide grid gap-x-16 gap-y-10 pt-8 lg:grid-cols-[1.4fr_1fr] lg:pt-14">
      <div>
        <h1 className="text-2xl">Contact</h1>
        <p className="mt-4 max-w-[56ch] text-lg text-muted">
          A person reads what you write. You will have a response within 24 hours during business days.
        </p>
        <p className="mt-8 text-sm font-medium text-faint">Support email</p>
        <p className="mt-1 font-serif text-xl wrap-anywhere">
          <a href="mailto:%SUPPORT_EMAIL%" className="text-accent underline decoration-1 underline-offset-4">
            %SUPPORT_EMAIL%
          </a>
        </p>
        <p className="mt-8 max-w-[56ch] text-muted">
          If something went wrong, the request number shown with the error helps us find it. Never send a password or a
          card number; we do not need either.
        </p>
      </div>
      <nav aria-labelledby="answers" className="border-t border-line pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-10">
        <h2 id="answers" className="text-lg">
          Common questions
        </h2>
        <ul className="mt-3">
          {answers.map(({ label, href }) => (
            <li key={href} className="border-b border-line py-3 last:border-b-0">
              <a href={href} className="text-accent decoration-1 underline-offset-4 hover:underline">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const answers = [
  { label: 'Bringing a spreadsheet', href: `${paths.guides}/bring-your-spreadsheet` },
  { label: 'What the status dots mean', href: `${paths.guides}/status-dots` },
  { label: 'What is checked, and how often', href: `${paths.guides}/what-is-checked` },
  { label: 'Exporting and deleting your data', href: `${paths.guides}/your-data` },
]
