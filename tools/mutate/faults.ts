import { engineFaults } from './engines.ts'
import type { Fault } from './fault.ts'
import { operationFaults } from './operation.ts'

export const faults: Fault[] = [...engineFaults, ...operationFaults]
