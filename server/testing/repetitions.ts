import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    repeatsAll: boolean
  }
}

/** How often a test repeats: a sample in `npm test`, all in `npm run test:faults`. */
export const repetitions = ({ sample, all }: { sample: number; all: number }): number =>
  inject('repeatsAll') ? all : sample
