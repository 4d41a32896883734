/** Irregular past forms, including those that are the same as the base form. */
const IRREGULAR: Record<string, string> = {
  bind: 'bound',
  blow: 'blew|blown',
  break: 'broke|broken',
  bring: 'brought',
  build: 'built',
  burst: 'burst',
  buy: 'bought',
  catch: 'caught',
  choose: 'chose|chosen',
  come: 'came',
  cut: 'cut',
  draw: 'drew|drawn',
  drive: 'drove|driven',
  fall: 'fell|fallen',
  find: 'found',
  fly: 'flew|flown',
  get: 'got|gotten',
  give: 'gave|given',
  go: 'went|gone',
  grow: 'grew|grown',
  have: 'had',
  hit: 'hit',
  hold: 'held',
  keep: 'kept',
  lay: 'laid',
  lead: 'led',
  leave: 'left',
  let: 'let',
  lose: 'lost',
  make: 'made',
  meet: 'met',
  pay: 'paid',
  put: 'put',
  quit: 'quit',
  ring: 'rang|rung',
  run: 'ran',
  see: 'saw|seen',
  sell: 'sold',
  send: 'sent',
  set: 'set',
  shed: 'shed',
  show: 'showed|shown',
  shrink: 'shrank|shrunk',
  shut: 'shut',
  sink: 'sank|sunk',
  speak: 'spoke|spoken',
  spend: 'spent',
  split: 'split',
  spring: 'sprang|sprung',
  stand: 'stood',
  steal: 'stole|stolen',
  strike: 'struck',
  swing: 'swung',
  take: 'took|taken',
  tear: 'tore|torn',
  throw: 'threw|thrown',
  win: 'won',
  wind: 'wound',
  withdraw: 'withdrew|withdrawn',
  write: 'wrote|written',
}
/** Stressed on the last syllable, so the final consonant doubles. */
const DOUBLES =
  /^(?:[^aeiou]*[aeiou][bdgmnprt]|quit|commit|equip|admit|permit|transfer|defer|refer|unplug|outrun|offset)$/

/**
 * Every form of the verbs, as alternatives in a pattern: "raise" gives raise, raises, raised, raising. The rest of a
 * phrase stays unchanged: "shut down". Phrases are separated by commas.
 */
export const verbs = (list: string) =>
  `(?:${list
    .split(/\s*,\s*/)
    .map((phrase) => {
      const [verb = '', ...rest] = phrase.trim().split(' ')
      return [formsOf(verb), ...rest].join(' ')
    })
    .join('|')})`

export function formsOf(verb: string): string {
  const stem = DOUBLES.test(verb) ? verb + verb.slice(-1) : verb.replace(/e$/, '')
  const third = /(?:[sxzo]|[cs]h)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`
  const [prefix = '', root = verb] = verb.startsWith('co-') ? ['co-', verb.slice(3)] : ['', verb]
  const irregular = IRREGULAR[root]?.split('|').map((form) => `${prefix}${form}`)
  const past =
    irregular?.join('|') ??
    (/[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : verb.endsWith('e') ? `${verb}d` : `${stem}ed`)
  const progressive = verb.endsWith('ee') || verb === 'be' ? `${verb}ing` : `${stem}ing`
  return `(?:${[...new Set([verb, third, ...past.split('|'), progressive])].join('|')})`
}
