import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, type types } from '@babel/core'

export const SDK = dirname(fileURLToPath(import.meta.resolve('stripe'))).replace(/\/cjs$/, '/esm')

export type Scope = { file: string; bodies: types.Statement[][] }

type Declared = { node: types.TSInterfaceDeclaration | types.TSTypeAliasDeclaration; scope: Scope }

const read = new Map<string, Scope>()

export function fileScope(file: string): Scope {
  const known = read.get(file)
  if (known) return known
  const scope = { file, bodies: [statementsOf(file, true)] }
  read.set(file, scope)
  return scope
}

export function statementsOf(file: string, dts: boolean): types.Statement[] {
  const parsed = parseSync(readFileSync(file, 'utf8'), {
    filename: file,
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: { plugins: [['typescript', { dts }]] },
  })
  if (!parsed) throw new Error(`${file} cannot be read`)
  return parsed.program.body
}

function declared(names: string[], scope: Scope): Declared {
  for (const depth of scope.bodies.keys()) {
    const found = inBody(names, { ...scope, bodies: scope.bodies.slice(depth) })
    if (found) return found
  }
  throw new Error(`${scope.file} does not say what ${names.join('.')} is`)
}

function inBody(names: string[], scope: Scope): Declared | null {
  for (const statement of scope.bodies[0] ?? []) {
    const found = inStatement(names, statement, scope)
    if (found) return found
  }
  return null
}

function inStatement(names: string[], statement: types.Statement, scope: Scope): Declared | null {
  const [first, ...rest] = names
  const { type } = statement
  if (type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration')
    return rest.length === 0 && statement.id.name === first ? { node: statement, scope } : null
  if (type === 'TSModuleDeclaration') {
    if (rest.length === 0 || namesOf(statement.id).join('.') !== first) return null
    return inBody(rest, { ...scope, bodies: [statement.body.body, ...scope.bodies] })
  }
  if (type === 'TSImportEqualsDeclaration')
    return statement.id.name === first ? declared([...namesOf(statement.moduleReference), ...rest], scope) : null
  if (type === 'ImportDeclaration') return inImport(names, statement, scope)
  if (type !== 'ExportNamedDeclaration') return null
  return statement.declaration ? inStatement(names, statement.declaration, scope) : inExport(names, statement, scope)
}

function inImport([first, ...rest]: string[], { source, specifiers }: types.ImportDeclaration, scope: Scope) {
  const specifier = specifiers.find(({ local }) => local.name === first)
  if (!specifier) return null
  const there = fileScope(beside(scope.file, source.value))
  if (specifier.type === 'ImportNamespaceSpecifier') return inBody(rest, there)
  return inBody([specifier.type === 'ImportSpecifier' ? wordOf(specifier.imported) : 'default', ...rest], there)
}

function inExport([first, ...rest]: string[], statement: types.ExportNamedDeclaration, scope: Scope) {
  for (const specifier of statement.specifiers) {
    if (specifier.type !== 'ExportSpecifier' || wordOf(specifier.exported) !== first) continue
    const names = [wordOf(specifier.local), ...rest]
    if (statement.source) return inBody(names, fileScope(beside(scope.file, statement.source.value)))
    if (scope.bodies.length > 1) return declared(names, { ...scope, bodies: scope.bodies.slice(1) })
  }
  return null
}

const beside = (file: string, specifier: string) => join(dirname(file), specifier.replace(/\.js$/, '.d.ts'))

const wordOf = (name: types.Identifier | types.StringLiteral) => (name.type === 'Identifier' ? name.name : name.value)

export function namesOf(node: types.Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'TSQualifiedName') return [...namesOf(node.left), node.right.name]
  if (node.type === 'MemberExpression') return [...namesOf(node.object), ...namesOf(node.property)]
  throw new Error(`${node.type} is not a name`)
}

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
  rest: (() => Shape) | null
}

export type Property = { shape: () => Shape; isOptional: boolean; range: [number, number] | null }

/** The SDK's enums accept any text; the API's do not. */
const NOTHING: Shape = { kind: 'union', of: [] }

const WORDS: Partial<Record<types.TSType['type'], Shape>> = {
  TSStringKeyword: { kind: 'string' },
  TSNumberKeyword: { kind: 'number' },
  TSBooleanKeyword: { kind: 'boolean' },
  TSNullKeyword: { kind: 'null' },
}

/** Throws on unknown syntax, because a skipped type would accept everything. */
export function shapeOf(type: types.TSType, scope: Scope): Shape {
  const word = WORDS[type.type]
  if (word) return word
  if (type.type === 'TSParenthesizedType') return shapeOf(type.typeAnnotation, scope)
  if (type.type === 'TSArrayType') return { kind: 'list', of: shapeOf(type.elementType, scope) }
  if (type.type === 'TSUnionType') return { kind: 'union', of: type.types.map((member) => shapeOf(member, scope)) }
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
    if (parent.node.type !== 'TSInterfaceDeclaration') throw new Error(`${names.join('.')} extends no interface`)
    return objectOf(parent.node.id.name, parent.node.body.body, [], parent.scope)
  })
  return objectOf(names.join('.'), node.body.body, inherited, there)
}

function objectOf(name: string, members: types.TSTypeElement[], parents: ObjectShape[], scope: Scope): ObjectShape {
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

/** Some limits are only in prose: "Limit can range between 1 and 100". */
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
