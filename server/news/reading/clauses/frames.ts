import type { EventType } from '#domain/taxonomy.ts'
import { ACQUISITION } from './events/acquisition.ts'
import { ARRIVAL } from './events/arrival.ts'
import { CLOSURE } from './events/closure.ts'
import { DEPARTURE } from './events/departure.ts'
import type { EventWording } from './events/event-wording.ts'
import { EXPANSION } from './events/expansion.ts'
import { INCIDENT } from './events/incident.ts'
import { IPO } from './events/ipo.ts'
import { LAUNCH } from './events/launch.ts'
import { LAYOFFS } from './events/layoffs.ts'
import { LEGAL } from './events/legal.ts'
import { PARTNERSHIP } from './events/partnership.ts'
import { PURCHASE } from './events/purchase.ts'
import { RAISE } from './events/raise.ts'
import { RESULTS } from './events/results.ts'

export type CompanyEvent = Exclude<EventType, 'mention'>

/** Most important first. */
export const FRAMES: readonly EventWording[] = [
  CLOSURE,
  ACQUISITION,
  RAISE,
  IPO,
  LAYOFFS,
  DEPARTURE,
  LEGAL,
  INCIDENT,
  PURCHASE,
  RESULTS,
  ARRIVAL,
  EXPANSION,
  PARTNERSHIP,
  LAUNCH,
]
