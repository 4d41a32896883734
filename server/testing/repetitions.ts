/** How often a test repeats itself: a sample in `npm test`, all in `npm run test:faults`. */
export const repetitions = ({ sample, all }: { sample: number; all: number }): number =>
  process.env.REPETITIONS === 'all' ? all : sample
