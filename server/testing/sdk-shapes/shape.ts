import type { types } from '@babel/core'
import { declared, namesOf, type Scope } from './declarations.ts'

/** What a declared type lets through. Of the objects everything is read when it is asked for: they name each other. */
export type Shape =
  | { kind: 'string' | 'number' | 'boolean' | 'null' }
  | { kind: 'literal'; value: string }
  | { kind: 'list'; of: Shape }
  | { kind: 'union'; of: Shape[] }
  | ObjectShape

export type ObjectShape = {
  kind: 'object'
  name: string
  properties: Map<string, Property>
  /** What every property is that has no name of its own. */
  rest: (() => Shape) | null
}

export type Property = { shape: () => Shape; isOptional: boolean; range: [number, number] | null }

/** Nothing fits it. The SDK's enums are open to any text; the API's are not. */
const NOTHING: Shape = { kind: 'union', of: [] }

const WORDS: Partial<Record<types.TSType['type'], Shape>> = {
  TSStringKeyword: { kind: 'string' },
  TSNumberKeyword: { kind: 'number' },
  TSBooleanKeyword: { kind: 'boolean' },
  TSNullKeyword: { kind: 'null' },
}

/** Throws at what it does not understand: a type that is passed over would let everything through. */
export function shapeOf(type: types.TSType, scope: Scope): Shape {
  const word = WORDS[type.type]
  if (word) return word
  if (type.type === 'TSParenthesizedType') return shapeOf(type.typeAnnotation, scope)
  if (type.type === 'TSArrayType') return { kind: 'list', of: shapeOf(type.elementType, scope) }
  if (type.type === 'TSUnionType')
    return { kind: 'union', of: type.types.map((member) => shapeOf(member, scope)) }
  if (type.type === 'TSLiteralType' && 'value' in type.literal)
    return { kind: 'literal', value: String(type.literal.value) }
  if (type.type === 'TSTypeLiteral') return objectOf('{}', type.members, [], scope)
  if (type.type === 'TSTypeReference') return referred(type, scope)
  throw new Error(`${scope.file}: ${type.type} is not understood`)
}

function referred({ typeName, typeArguments }: types.TSTypeReference, scope: Scope): Shape {
  const names = namesOf(typeName)
  const inner = () => {
    const [first] = typeArguments?.params ?? []
    if (!first) throw new Error(`${scope.file}: ${names.join('.')} of what?`)
    return shapeOf(first, scope)
  }
  switch (names.join('.')) {
    case 'OtherString':
      return NOTHING
    case 'Decimal':
      return { kind: 'number' }
    case 'Array':
      return { kind: 'list', of: inner() }
    case 'Emptyable':
      return { kind: 'union', of: [{ kind: 'null' }, inner()] }
    case 'Promise':
    case 'Response':
      return inner()
    case 'ApiList':
    case 'ApiListPromise':
    case 'ApiSearchResultPromise':
      return listOf(inner())
  }
  if (typeArguments) throw new Error(`${scope.file}: ${names.join('.')}<…> is not understood`)
  const { node, scope: there } = declared(names, scope)
  if (node.type === 'TSTypeAliasDeclaration') return shapeOf(node.typeAnnotation, there)
  const parents = (node.extends ?? []).map(({ expression }) => declared(namesOf(expression), there))
  const inherited = parents.map((parent) => {
    if (parent.node.type !== 'TSInterfaceDeclaration')
      throw new Error(`${names.join('.')} extends no interface`)
    return objectOf(parent.node.id.name, parent.node.body.body, [], parent.scope)
  })
  return objectOf(names.join('.'), node.body.body, inherited, there)
}

function objectOf(
  name: string,
  members: types.TSTypeElement[],
  parents: ObjectShape[],
  scope: Scope,
): ObjectShape {
  const properties = new Map(parents.flatMap((parent) => [...parent.properties]))
  let rest: ObjectShape['rest'] = null
  for (const member of members) {
    const type = 'typeAnnotation' in member ? member.typeAnnotation?.typeAnnotation : undefined
    if (member.type === 'TSIndexSignature' && type) rest = () => shapeOf(type, scope)
    else if (member.type === 'TSPropertySignature' && type)
      properties.set(keyOf(member.key), {
        shape: () => shapeOf(type, scope),
        isOptional: member.optional === true,
        range: rangeIn(member.leadingComments ?? []),
      })
    else throw new Error(`${scope.file}: ${member.type} in ${name} is not understood`)
  }
  return { kind: 'object', name, properties, rest }
}

const keyOf = (key: types.Expression) => (key.type === 'StringLiteral' ? key.value : namesOf(key).join('.'))

/** Some limits stand in words only: "Limit can range between 1 and 100". */
function rangeIn(comments: types.Comment[]): [number, number] | null {
  const [, least, most] = /range between (\d+) and (\d+)/.exec(comments.at(-1)?.value ?? '') ?? []
  return least && most ? [Number(least), Number(most)] : null
}

function listOf(element: Shape): ObjectShape {
  const always = (shape: Shape): Property => ({ shape: () => shape, isOptional: false, range: null })
  return {
    kind: 'object',
    name: 'ApiList',
    rest: null,
    properties: new Map([
      ['object', always({ kind: 'literal', value: 'list' })],
      ['data', always({ kind: 'list', of: element })],
      ['has_more', always({ kind: 'boolean' })],
      ['url', always({ kind: 'string' })],
    ]),
  }
}
