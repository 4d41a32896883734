import { authFaults } from './auth.ts'
import { billingFaults } from './billing.ts'
import { clusterFaults } from './cluster.ts'
import { domainFaults } from './domain.ts'
import { engineFaults } from './engines.ts'
import type { Fault } from './fault.ts'
import { integrationFaults } from './integrations.ts'
import { matchFaults } from './match.ts'
import { newsFaults } from './news.ts'
import { operationFaults } from './operation.ts'
import { pageLoadFaults } from './page-loads.ts'
import { platformFaults } from './platform.ts'
import { positionFaults } from './positions.ts'
import { pushFaults } from './push.ts'
import { readingFaults } from './reading.ts'
import { sharingFaults } from './sharing.ts'
import { updateFaults } from './updates.ts'

export const faults: Fault[] = [
  ...domainFaults,
  ...engineFaults,
  ...matchFaults,
  ...newsFaults,
  ...integrationFaults,
  ...readingFaults,
  ...pageLoadFaults,
  ...pushFaults,
  ...sharingFaults,
  ...updateFaults,
  ...platformFaults,
  ...positionFaults,
  ...billingFaults,
  ...authFaults,
  ...operationFaults,
  ...clusterFaults,
]
