import { engineFaults } from './engines.ts'
import type { Fault } from './fault.ts'

export const faults: Fault[] = [...engineFaults]
