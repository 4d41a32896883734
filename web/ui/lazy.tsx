import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

type PropsOf<Module, Name extends keyof Module> = Module[Name] extends (props: infer Props) => ReactNode ? Props : never

/** A component whose code is loaded when it is first shown, or when `preload` is called. */
export function lazyComponent<Module extends object, const Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
) {
  type Component = ComponentType<PropsOf<Module, Name>>
  const Loaded: Component = lazy(() => load().then((module) => ({ default: module[name] as Component })))
  const Boundary = (props: PropsOf<Module, Name> & object) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  )
  return Object.assign(Boundary, { preload: () => void load().catch(() => {}) })
}
