/** The headings a story may stand under, in the words of the product. */
export const SECTIONS = [
  'Financial Updates',
  'Partnerships & Alliances',
  'Leadership & Team',
  'Technology & Innovation',
  'Market Position',
  'Business',
  'Other Notable Updates',
] as const

export type Section = (typeof SECTIONS)[number]
