import { CatchBoundary } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { RetryNotice } from './feedback.tsx'

type PropsOf<Module, Name extends keyof Module> = Module[Name] extends (props: infer Props) => ReactNode ? Props : never

class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError'
}

/**
 * A component whose code is loaded when it is first shown, or when `preload` is called. If it can't be loaded, only this
 * component is missing from the page.
 */
export function lazyComponent<Module extends object, const Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
) {
  type Component = ComponentType<PropsOf<Module, Name>>
  const create = (): Component =>
    lazy(() =>
      load().then(
        (module) => ({ default: module[name] as Component }),
        (cause: unknown) => {
          // A failed one stays failed, and this may be shown again later.
          code.latest = create()
          throw new CodeLoadError(`${name} could not be loaded`, { cause })
        },
      ),
    )
  const code = { latest: create() }
  const Boundary = (props: PropsOf<Module, Name> & object) => (
    <CodeBoundary code={code} fallback={fallback}>
      {(Loaded) => <Loaded {...props} />}
    </CodeBoundary>
  )
  return Object.assign(Boundary, { preload: () => void load().catch(() => {}) })
}

type BoundaryProps<Component> = {
  code: { latest: Component }
  fallback: ReactNode
  children: (loaded: Component) => ReactNode
}

function CodeBoundary<Component>({ code, fallback, children }: BoundaryProps<Component>) {
  const [{ loaded, attempts }, setState] = useState({ loaded: code.latest, attempts: 1 })
  const Failure = useCallback(
    ({ error }: { error: unknown }) => {
      if (!(error instanceof CodeLoadError)) throw error
      // Some browsers remember a failed import until the page is loaded again.
      const retry = () => (attempts > 1 ? location.reload() : setState({ loaded: code.latest, attempts: attempts + 1 }))
      return <NotLoaded onRetry={retry} />
    },
    [attempts, code],
  )
  return (
    <CatchBoundary getResetKey={() => attempts} errorComponent={Failure} onCatch={() => {}}>
      <Suspense fallback={fallback}>{children(loaded)}</Suspense>
    </CatchBoundary>
  )
}

/** Scrolled to, because it may replace a dialog. */
function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={ref}>
      <RetryNotice what="this part of the page" onRetry={onRetry} />
    </div>
  )
}
