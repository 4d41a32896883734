import { readFileSync } from 'node:fs'

export const alertRules = readFileSync('docs/monitoring/alerts.yaml', 'utf8')

export const alertNames = [...alertRules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

const FOR = '2s'
/** Ten scrapes, so that a rate is still a rate. */
const WINDOW = '10s'
const OFFSET = '15s'

/** The same rules, with the same limits, that decide within seconds what otherwise takes minutes or hours. */
export const impatientRules = alertRules
  .replaceAll(/\bfor: \d+[mh]\b/g, `for: ${FOR}`)
  .replaceAll(/\[\d+[mh]\]/g, `[${WINDOW}]`)
  .replaceAll(/\boffset \d+[mh]\b/g, `offset ${OFFSET}`)
