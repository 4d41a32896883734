import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('./curate.ts', import.meta.url))

async function filter(stage: string, lines: object[]): Promise<Record<string, unknown>[]> {
  const child = spawn(process.execPath, [script, stage], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(lines.map((line) => JSON.stringify(line)).join('\n'))
  const output = await text(child.stdout)
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a line separator inside a JSON string does not end the line', async () => {
  const answers = await filter('facts', [
    { id: 1, company: { name: 'Acme' }, title: 'Acme raises\u2028$5 million', text: 'One\u2029two' },
    { id: 2, company: { name: 'Acme' }, title: 'Acme denies that it is for sale' },
    { id: 3, title: 'No company' },
  ])
  expect(answers).toMatchObject([
    { id: 1, event: 'raise', weight: 'major', facts: [{ kind: 'raised', value: '$5 million', certainty: 'stated' }] },
    { id: 2, event: null, facts: [] },
    { id: 3, error: expect.stringContaining('company') },
  ])
})
