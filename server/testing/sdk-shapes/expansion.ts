import type { ObjectShape, Property, Shape } from './shape.ts'

/** "Expansions have a maximum depth of four levels." */
const DEEPEST = 4

/**
 * Left out unless asked for, by the API's reference; that they are there at all is the typings' word, where such a
 * thing is optional. Everything else that expands is declared as an id or the object behind it.
 */
const INCLUDABLE: Record<string, string[]> = { Invoice: ['confirmation_secret', 'payments'] }

/** Whether `a.b.c` of an answer can be expanded: `b` and what is before it is there, and `c` is expandable itself. */
export function canExpand(path: string, answer: Shape): boolean {
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

/** The objects that a value may be, or hold in a row. */
function objectsIn(shape: Shape): ObjectShape[] {
  if (shape.kind === 'object') return [shape]
  if (shape.kind === 'list') return objectsIn(shape.of)
  return shape.kind === 'union' ? shape.of.flatMap(objectsIn) : []
}
