/** What a form tells: texts, and by `name[part]` what has parts. */
export type FormValue = string | FormParts
export type FormParts = Map<string, FormValue>

/** Reads `items[0][price]=…` and `expand[]=…`; throws when a name is told twice or cannot be read. */
export function readForm(form: URLSearchParams): FormParts {
  const root: FormParts = new Map()
  for (const [name, value] of form) {
    const [, first, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
    if (first === undefined) throw new Error(`"${name}" is no name of a parameter`)
    const steps = [first, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, step = '']) => step)]
    put(root, steps, value, name)
  }
  return root
}

function put(parts: FormParts, [step = '', ...rest]: string[], value: string, name: string): void {
  const key = step === '' ? String(parts.size) : step
  if (rest.length === 0) {
    if (parts.has(key)) throw new Error(`"${name}" is told twice`)
    parts.set(key, value)
    return
  }
  const inner = parts.get(key) ?? new Map<string, FormValue>()
  if (typeof inner === 'string') throw new Error(`"${name}" is a text and has parts`)
  parts.set(key, inner)
  put(inner, rest, value, name)
}
