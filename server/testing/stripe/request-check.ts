import type { ObjectShape, Property, Shape } from './shape.ts'
import { operationAt, type Operation } from './operations.ts'

type FormValue = string | FormParts
type FormParts = Map<string, FormValue>

function readForm(form: URLSearchParams): FormParts {
  const root: FormParts = new Map()
  for (const [name, value] of form) {
    const [, first, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
    if (first === undefined) throw new Error(`"${name}" is not the name of a parameter`)
    const steps = [first, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, step = '']) => step)]
    put(root, steps, value, name)
  }
  return root
}

function put(parts: FormParts, [step = '', ...rest]: string[], value: string, name: string): void {
  const key = step === '' ? String(parts.size) : step
  if (rest.length === 0) {
    if (parts.has(key)) throw new Error(`"${name}" is given twice`)
    parts.set(key, value)
    return
  }
  const inner = parts.get(key) ?? new Map<string, FormValue>()
  if (typeof inner === 'string') throw new Error(`"${name}" is a text and has parts`)
  parts.set(key, inner)
  put(inner, rest, value, name)
}

/** "Expansions have a maximum depth of four levels." */
const DEEPEST = 4

/** Left out of a response unless expanded, according to the API reference. */
const INCLUDABLE: Record<string, string[]> = { Invoice: ['confirmation_secret', 'payments'] }

function canExpand(path: string, answer: Shape): boolean {
  const names = path.split('.')
  let objects = objectsIn(answer)
  for (const [index, name] of names.entries()) {
    const owner = objects.find(({ properties }) => properties.has(name))
    const property = owner?.properties.get(name)
    if (!owner || !property || index >= DEEPEST) return false
    const isLast = index === names.length - 1
    if (isLast) return isExpandable(property.shape()) || isIncludable(owner, name, property)
    objects = objectsIn(property.shape())
  }
  return false
}

function isExpandable(shape: Shape): boolean {
  if (shape.kind === 'list') return isExpandable(shape.of)
  if (shape.kind !== 'union') return false
  return shape.of.some(({ kind }) => kind === 'string') && objectsIn(shape).length > 0
    ? true
    : shape.of.some((member) => member.kind === 'list' && isExpandable(member))
}

const isIncludable = (owner: ObjectShape, name: string, { isOptional }: Property) =>
  isOptional && (INCLUDABLE[owner.name] ?? []).includes(name)

function objectsIn(shape: Shape): ObjectShape[] {
  if (shape.kind === 'object') return [shape]
  if (shape.kind === 'list') return objectsIn(shape.of)
  return shape.kind === 'union' ? shape.of.flatMap(objectsIn) : []
}

export type Sent = { method: string; pathname: string; query: string; body: string }
export type Problem = { message: string; param?: string; code?: string }
export type Checked = { operation: string; parameters: string[]; problems: Problem[] }

/** The API requires one of these, which the types can't express. */
const ONE_OF: Record<string, string[]> = {
  'POST /v1/subscriptions': ['customer', 'customer_account'],
  'POST /v1/billing_portal/sessions': ['customer', 'customer_account'],
}

export function checkRequest({ method, pathname, query, body }: Sent): Checked {
  const operation = operationAt(method, pathname)
  const unread = { operation: operation?.name ?? `${method} ${pathname}`, parameters: [] }
  if (!operation) return { ...unread, problems: [{ message: `Unrecognized request URL (${method}: ${pathname}).` }] }
  const [sent, misplaced] = method === 'POST' ? [body, query] : [query, body]
  if (misplaced)
    return { ...unread, problems: [{ message: `The parameters of a ${method} are not there: ${misplaced}` }] }
  try {
    const form = readForm(new URLSearchParams(sent))
    return { ...unread, parameters: [...form.keys()].toSorted(), problems: problemsOf(form, operation) }
  } catch (error) {
    return { ...unread, problems: [{ message: error instanceof Error ? error.message : String(error) }] }
  }
}

function problemsOf(form: FormParts, { name, parameters, answer }: Operation): Problem[] {
  const needed = ONE_OF[name] ?? []
  const expand = form.get('expand')
  return [
    ...inObject(form, parameters, ''),
    ...(needed.length > 0 && !needed.some((one) => form.has(one)) ? [missing(needed.join(' or '))] : []),
    ...(expand instanceof Map ? [...expand.values()] : [])
      .filter((path) => typeof path === 'string' && !canExpand(path, answer))
      .map((path) => ({ message: `This property cannot be expanded (${String(path)}).`, param: 'expand' })),
  ]
}

function problemsIn(value: FormValue, shape: Shape, param: string): Problem[] {
  switch (shape.kind) {
    case 'union':
      return inUnion(value, shape.of, param)
    case 'object':
      return value instanceof Map ? inObject(value, shape, param) : [invalid(param, 'an object')]
    case 'list':
      return value instanceof Map ? inList(value, shape.of, param) : [invalid(param, 'an array')]
    case 'literal':
    case 'null':
    case 'number':
    case 'boolean':
    case 'string':
      return typeof value === 'string' && isText(value, shape) ? [] : [invalid(param, wordsFor([shape]))]
  }
}

function isText(value: string, shape: Exclude<Shape, { of: unknown } | ObjectShape>): boolean {
  switch (shape.kind) {
    case 'literal':
      return value === shape.value
    case 'null':
      return value === ''
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(value)
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'string':
      // "We assume empty values are an attempt to unset a parameter."
      return value !== ''
  }
}

function inUnion(value: FormValue, members: Shape[], param: string): Problem[] {
  const flat = members.flatMap(flattened)
  if (flat.some((member) => problemsIn(value, member, param).length === 0)) return []
  const [composed, ...others] = flat.filter(({ kind }) => kind === 'object' || kind === 'list')
  return value instanceof Map && composed && others.length === 0
    ? problemsIn(value, composed, param)
    : [invalid(param, wordsFor(flat))]
}

const flattened = (shape: Shape): Shape[] => (shape.kind === 'union' ? shape.of.flatMap(flattened) : [shape])

function inObject(parts: FormParts, { properties, rest }: ObjectShape, param: string): Problem[] {
  const at = (key: string) => (param ? `${param}[${key}]` : key)
  const wrong = [...parts].flatMap(([key, value]): Problem[] => {
    const property = properties.get(key)
    const shape = property?.shape() ?? rest?.()
    if (!shape)
      return [{ message: `Received unknown parameter: ${at(key)}`, param: at(key), code: 'parameter_unknown' }]
    const [least, most] = property?.range ?? [-Infinity, Infinity]
    const isBeyond = typeof value === 'string' && (Number(value) < least || Number(value) > most)
    return isBeyond ? [invalid(at(key), `between ${least} and ${most}`)] : problemsIn(value, shape, at(key))
  })
  const absent = [...properties].filter(([key, { isOptional }]) => !isOptional && !parts.has(key))
  return [...wrong, ...absent.map(([key]) => missing(at(key)))]
}

function inList(parts: FormParts, of: Shape, param: string): Problem[] {
  if ([...parts.keys()].some((key, index) => key !== String(index))) return [invalid(param, 'an array')]
  return [...parts].flatMap(([key, value]) => problemsIn(value, of, `${param}[${key}]`))
}

const missing = (param: string): Problem => ({
  message: `Missing required param: ${param}.`,
  param,
  code: 'parameter_missing',
})

const invalid = (param: string, wanted: string): Problem => ({
  message: `Invalid ${param}: must be ${wanted}`,
  param,
})

const wordsFor = (shapes: Shape[]) =>
  shapes.map((shape) => (shape.kind === 'literal' ? `'${shape.value}'` : shape.kind)).join(', ')
