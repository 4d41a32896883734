import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, type types } from '@babel/core'

/** Where the SDK's own declarations are. */
export const SDK = dirname(fileURLToPath(import.meta.resolve('stripe'))).replace(/\/cjs$/, '/esm')

/** Where a name is looked for: the statements around it, the innermost first. */
export type Scope = { file: string; bodies: types.Statement[][] }

export type Declared = { node: types.TSInterfaceDeclaration | types.TSTypeAliasDeclaration; scope: Scope }

const read = new Map<string, Scope>()

/** A declaration file, read once. */
export function fileScope(file: string): Scope {
  const known = read.get(file)
  if (known) return known
  const scope = { file, bodies: [statementsOf(file, true)] }
  read.set(file, scope)
  return scope
}

/** The statements of a TypeScript file; `dts` when it only declares. */
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

/** What `A.B.C` means where it is written. */
export function declared(names: string[], scope: Scope): Declared {
  for (const depth of scope.bodies.keys()) {
    const found = inBody(names, { ...scope, bodies: scope.bodies.slice(depth) })
    if (found) return found
  }
  throw new Error(`${scope.file} does not say what ${names.join('.')} is`)
}

/** The same, in the innermost body alone. */
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
    return statement.id.name === first
      ? declared([...namesOf(statement.moduleReference), ...rest], scope)
      : null
  if (type === 'ImportDeclaration') return inImport(names, statement, scope)
  if (type !== 'ExportNamedDeclaration') return null
  return statement.declaration
    ? inStatement(names, statement.declaration, scope)
    : inExport(names, statement, scope)
}

function inImport([first, ...rest]: string[], { source, specifiers }: types.ImportDeclaration, scope: Scope) {
  const specifier = specifiers.find(({ local }) => local.name === first)
  if (!specifier) return null
  const there = fileScope(beside(scope.file, source.value))
  if (specifier.type === 'ImportNamespaceSpecifier') return inBody(rest, there)
  return inBody(
    [specifier.type === 'ImportSpecifier' ? wordOf(specifier.imported) : 'default', ...rest],
    there,
  )
}

function inExport([first, ...rest]: string[], statement: types.ExportNamedDeclaration, scope: Scope) {
  for (const specifier of statement.specifiers) {
    if (specifier.type !== 'ExportSpecifier' || wordOf(specifier.exported) !== first) continue
    const names = [wordOf(specifier.local), ...rest]
    if (statement.source) return inBody(names, fileScope(beside(scope.file, statement.source.value)))
    // At the top of a file the thing itself is a statement of its own.
    if (scope.bodies.length > 1) return declared(names, { ...scope, bodies: scope.bodies.slice(1) })
  }
  return null
}

const beside = (file: string, specifier: string) => join(dirname(file), specifier.replace(/\.js$/, '.d.ts'))

const wordOf = (name: types.Identifier | types.StringLiteral) =>
  name.type === 'Identifier' ? name.name : name.value

/** `A.B.C` as words, however it is written. */
export function namesOf(node: types.Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'TSQualifiedName') return [...namesOf(node.left), node.right.name]
  if (node.type === 'MemberExpression') return [...namesOf(node.object), ...namesOf(node.property)]
  throw new Error(`${node.type} is no name`)
}
