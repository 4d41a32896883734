import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileScope, SDK, shapeOf, type ObjectShape, type Shape } from './shape.ts'

export type Operation = { name: string; parameters: ObjectShape; answer: Shape }

type Place = { method: string; path: string[]; file: string; owner: string; call: string }

const NO_PARAMETERS: ObjectShape = { kind: 'object', name: 'none', properties: new Map(), rest: null }

let places: Place[] | null = null
const read = new Map<string, Operation>()

export function operationAt(method: string, pathname: string): Operation | null {
  const asked = pathname.split('/')
  const fits = (step: string, index: number) => step === '{}' || step === asked[index]
  const literal = ({ path }: Place) => path.filter((step) => step !== '{}').length
  const [place] = (places ??= readPlaces())
    .filter(({ method: its, path }) => its === method && path.length === asked.length && path.every(fits))
    .toSorted((a, b) => literal(b) - literal(a))
  if (!place) return null
  const name = `${method} ${place.path.join('/')}`
  const operation = read.get(name) ?? { name, ...declaredCall(place) }
  read.set(name, operation)
  return operation
}

/** In the SDK's code, each call to a resource is on one line. */
function readPlaces(): Place[] {
  const root = join(SDK, 'resources')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  return files.flatMap((file) => {
    const found: Place[] = []
    let [owner, call] = ['', '']
    for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
      owner = /^export class (\w+)/.exec(line)?.[1] ?? owner
      call = /^ {4}(?:async )?(\w+)\(/.exec(line)?.[1] ?? call
      const [, method, path] = /_makeRequest\('([A-Z]+)', ['`](\/v1\/[^'`]+)['`]/.exec(line) ?? []
      if (!method || !path) continue
      const steps = path.replaceAll(/\$\{[^}]*\}/g, '{}').split('/')
      found.push({ method, path: steps, file: join(root, file.replace(/\.js$/, '.d.ts')), owner, call })
    }
    return found
  })
}

function declaredCall({ file, owner, call }: Place): Omit<Operation, 'name'> {
  const scope = fileScope(file)
  const members = (scope.bodies[0] ?? []).flatMap((statement) => {
    const own = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return own?.type === 'ClassDeclaration' && own.id?.name === owner ? own.body.body : []
  })
  const declarations = members.flatMap((member) =>
    member.type === 'TSDeclareMethod' && member.key.type === 'Identifier' && member.key.name === call ? [member] : [],
  )
  const [declaration] = declarations
  const answer = declaration?.returnType
  if (!declaration || declarations.length > 1 || answer?.type !== 'TSTypeAnnotation')
    throw new Error(`${file}: ${owner}.${call} is not declared once`)
  const type = declaration.params
    .flatMap((param) => (param.type === 'Identifier' && param.name === 'params' ? [param.typeAnnotation] : []))
    .find((annotation) => annotation?.type === 'TSTypeAnnotation')
  const parameters = type ? shapeOf(type.typeAnnotation, scope) : NO_PARAMETERS
  if (parameters.kind !== 'object') throw new Error(`${file}: ${owner}.${call} takes no object`)
  return { parameters, answer: shapeOf(answer.typeAnnotation, scope) }
}
