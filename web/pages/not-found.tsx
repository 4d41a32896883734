import { paths } from '../paths.ts'

/** Used by the application and prerendered for the server's 404, so it can't depend on the router. */
export function NotFoundPage() {
  return (
    <div className="mx-auto w-full max-w-[1080px] px-5 py-16 sm:px-10 sm:py-24">
      <h1 className="text-2xl">404 Page Not Found</h1>
      <p className="mt-4 text-lg text-muted">Did you forget to add the page to the router?</p>
      <p className="mt-2 max-w-[56ch] text-muted">
        If you only followed a link, it is not your fault: the page has moved, or the address is mistyped.
      </p>
      <a href={paths.landing} className={`${button} for-visitors`}>
        Home
      </a>
      <a href={paths.dashboard} className={`${button} for-users`}>
        Open Tidings
      </a>
    </div>
  )
}

const button =
  'mt-8 inline-flex min-h-12 items-center rounded-md border border-accent bg-accent px-6 font-medium text-on-accent no-underline transition-colors duration-120 hover:border-accent-strong hover:bg-accent-strong'
