/** What happened to a company, from the weightiest to a mere mention. */
export const HAPPENINGS = [
  'closure',
  'raise',
  'acquisition',
  'departure',
  'layoffs',
  'legal',
  'results',
  'arrival',
  'partnership',
  'launch',
  'mention',
] as const

export type Happening = (typeof HAPPENINGS)[number]
