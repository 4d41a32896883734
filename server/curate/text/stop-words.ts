/** Words that carry no matter of their own. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both but by
  can could did do does doing down during each few for from further get had has have having he her here hers him his how
  i if in into is it its itself just let like me more most much my no nor not now of off on once one only or other our ours
  out over own per same she should so some such than that the their theirs them then there these they this those through to
  too under until up us use used uses using very via was we were what when where which while who whom why will with within
  without would you your yours new`
    .split(/\s+/)
    .filter(Boolean),
)
