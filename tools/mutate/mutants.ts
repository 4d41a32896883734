import { parseSync } from 'rolldown/utils'

export type Mutant = { start: number; end: number; line: number; from: string; text: string }

type Node = { type: string; start: number; end: number; [field: string]: unknown }

const OTHER_OPERATOR: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}

/** Types change nothing when the code runs; texts for people would need a test of their wording. */
const LEFT_ALONE =
  /^(TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import|Export(All|Specifier)|JSXAttribute)/

export function mutantsOf(path: string, source: string): Mutant[] {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return nodesIn(program as unknown as Node).flatMap((node) =>
    replacements(node, source).map((text) => ({
      start: node.start,
      end: node.end,
      line: source.slice(0, node.start).split('\n').length,
      from: source.slice(node.start, node.end),
      text,
    })),
  )
}

/** Evenly spread, and the same every time. */
export const sampled = <Item>(items: readonly Item[], limit: number): Item[] =>
  items.length <= limit
    ? [...items]
    : Array.from({ length: limit }, (_, at) => items[Math.floor((at * items.length) / limit)]).filter(
        (item) => item !== undefined,
      )

function replacements(node: Node, source: string): string[] {
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const withTest = (test: Node) =>
    `${source.slice(node.start, test.start)}!(${textOf(test)})${source.slice(test.end, node.end)}`
  switch (node.type) {
    case 'IfStatement':
      return [withTest(node.test as Node), ...(isGuard(node) ? [';'] : [])]
    case 'ConditionalExpression':
      return [withTest(node.test as Node)]
    case 'BinaryExpression':
    case 'LogicalExpression':
      return withOtherOperator(node, source)
    case 'ArrayExpression':
      return isFilled(node.elements) ? ['[]'] : []
    case 'TemplateLiteral':
      return node.end - node.start > 2 ? ['``'] : []
    case 'Literal':
      if (typeof node.value === 'number') return [String(node.value + 1), String(node.value - 1)]
      return typeof node.value === 'string' && node.value !== '' ? ["''"] : []
    default:
      return []
  }
}

function withOtherOperator(node: Node, source: string): string[] {
  const operator = String(node.operator)
  const other = OTHER_OPERATOR[operator]
  if (other === undefined) return []
  const [leftEnd, rightStart] = [(node.left as Node).end, (node.right as Node).start]
  const between = source.slice(leftEnd, rightStart).replace(operator, other)
  return [source.slice(node.start, leftEnd) + between + source.slice(rightStart, node.end)]
}

function isGuard({ consequent, alternate }: Node): boolean {
  const then = consequent as Node
  const last = then.type === 'BlockStatement' ? (then.body as Node[]).at(-1) : then
  return !alternate && /^(Return|Throw|Continue|Break)Statement$/.test(last?.type ?? '')
}

function nodesIn(node: Node): Node[] {
  if (LEFT_ALONE.test(node.type) || isMessage(node)) return []
  const name = node.computed ? undefined : node.key
  const children = Object.values(node)
    .flatMap((value): unknown => value)
    .filter((value): value is Node => isNode(value) && value !== name && value !== node.source)
  return [node, ...children.flatMap(nodesIn)]
}

function isMessage(node: Node): boolean {
  if (node.type === 'ThrowStatement') return true
  const callee = node.type === 'CallExpression' ? (node.callee as Node) : undefined
  const object = callee?.type === 'MemberExpression' ? (callee.object as Node) : undefined
  return object?.name === 'log'
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0
