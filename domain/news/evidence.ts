import { z } from 'zod'

export const EVIDENCE_KINDS = [
  'own-site',
  'links-to-site',
  'title',
  'text',
  'search',
  'feed',
  'update',
  'confirmed',
  'topic',
  'person',
  'place',
  // Evidence against a match.
  'ambiguous',
  'longer-name',
  'off-topic',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export const Evidence = z.object({
  kind: z.enum(EVIDENCE_KINDS),
  value: z.string().optional(),
  count: z.number().int().min(2).optional(),
})
export type Evidence = z.infer<typeof Evidence>

const PHRASES: Record<EvidenceKind, (value: string, count?: number) => string> = {
  'own-site': (site) => `on its own site${site && `, ${site}`}`,
  'links-to-site': (site) => `mentions its site${site && `, ${site}`}`,
  title: (name) => `“${name}” in the title`,
  text: (name, count) => `“${name}” in the text${count === undefined ? '' : `, ${count} times`}`,
  search: () => 'found by its name',
  feed: () => 'in a feed you added',
  update: (sender) => `in an email you received${sender && ` from ${sender}`}`,
  confirmed: () => 'you said that it is about this company',
  topic: (words) => `mentions what it does: ${words}`,
  person: (names) => `mentions its people: ${names}`,
  place: (names) => `mentions ${names}, where it is based`,
  ambiguous: (name) => `“${name}” may mean something else`,
  'longer-name': () => 'only as part of a longer name',
  'off-topic': () => 'doesn’t mention what the company does',
}

const AGAINST = new Set<EvidenceKind>(['ambiguous', 'longer-name', 'off-topic'])

/** Without the evidence against it. */
export const reasonsFor = (evidence: Evidence[]): string[] =>
  evidencePhrases(evidence.filter(({ kind }) => !AGAINST.has(kind)))

const LISTED = new Set<EvidenceKind>(['topic', 'person', 'place'])

/** Topics, people, and places are combined into one phrase each. */
export function evidencePhrases(evidence: Evidence[]): string[] {
  const byPhrase = Map.groupBy(evidence, (each) => (LISTED.has(each.kind) ? each.kind : each))
  return [...byPhrase.values()].map((group) => {
    const values = group.flatMap(({ value }) => value ?? [])
    const { kind, count } = group[0] ?? { kind: 'search' }
    return PHRASES[kind](values.join(', '), count)
  })
}
