import { traverse, types, type NodePath } from '@babel/core'
import Stripe from 'stripe'
import { namesOf, statementsOf } from './shape.ts'
import { operationAt } from './operations.ts'

const AT_HOME = 'webhooks'

/** `POST /v1/subscriptions/{} (cancel_at_period_end)` */
export const callName = ({ operation, parameters }: { operation: string; parameters: string[] }) =>
  `${operation} (${parameters.toSorted().join(', ')})`

export async function callsWrittenIn(file: string): Promise<Set<string>> {
  const written: { names: string[]; given: types.CallExpression['arguments'] }[] = []
  traverse(types.file(types.program(statementsOf(file, false))), {
    Identifier(path) {
      if (path.node.name !== 'stripe' || !path.isReferencedIdentifier()) return
      let at: NodePath = path
      while (at.parentPath?.isMemberExpression() && at.key === 'object') at = at.parentPath
      const call = at.parent
      if (call.type !== 'CallExpression' || at.key !== 'callee')
        throw new Error(`${file}: stripe is called where it stands, and goes by no other name`)
      const [, ...names] = namesOf(at.node)
      if (names[0] !== AT_HOME) written.push({ names, given: call.arguments })
    },
  })
  const calls = new Set<string>()
  for (const { names, given } of written) {
    const [first, second] = given
    const takesId = first !== undefined && first.type !== 'ObjectExpression'
    const operation = await operationOf(names, takesId)
    for (const parameters of namesIn(takesId ? second : first)) calls.add(callName({ operation, parameters }))
  }
  return calls
}

async function operationOf(names: string[], takesId: boolean): Promise<string> {
  let sent = ''
  const stripe = new Stripe('sk_test_x', {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (input: string | URL | Request, init?: RequestInit) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      sent = operationAt(init?.method ?? 'GET', pathname)?.name ?? ''
      return Response.json({})
    }),
  })
  const [call = '', ...path] = names.toReversed()
  type Part = Record<string, unknown>
  const owner = path.toReversed().reduce((part, name) => part[name] as Part, stripe as unknown as Part)
  const made = owner[call] as (...given: string[]) => Promise<unknown>
  await made.apply(owner, takesId ? ['x'] : [])
  if (!sent) throw new Error(`stripe.${names.join('.')} is not a call of the API`)
  return sent
}

function namesIn(given: types.Node | undefined): string[][] {
  if (!given) return [[]]
  if (given.type === 'ConditionalExpression') return [...namesIn(given.consequent), ...namesIn(given.alternate)]
  if (given.type !== 'ObjectExpression') throw new Error(`parameters are written out, not as ${given.type}`)
  return given.properties.reduce<string[][]>(
    (sets, property) => {
      if (property.type === 'ObjectMethod') throw new Error('no parameter is a function')
      const added = property.type === 'SpreadElement' ? namesIn(property.argument) : [namesOf(property.key)]
      return sets.flatMap((set) => added.map((names) => [...set, ...names]))
    },
    [[]],
  )
}
