import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import type { z } from 'zod'
import { Settings } from '../server/config/config.ts'

export const SETTINGS_PAGE = fileURLToPath(new URL('../docs/settings.md', import.meta.url))

const INTRODUCTION = `# Settings

All settings are environment variables, read once at startup. An empty variable counts as unset. If some are wrong, all of them are listed and the process exits with 1. \`NAME_FILE\` names a file that contains the value of the setting \`NAME\`, for secrets that should not be in the environment. With none set, everything is embedded. With \`NODE_ENV=production\`, [four things must be named](operations.md#what-production-must-name).

This page is generated from the schema in [server/config](../server/config/config.ts) by \`node tools/settings-table.ts --write\`; a test fails when the two differ.
`

export async function settingsPage(): Promise<string> {
  const rows = Object.entries(Settings.shape).map(([name, schema]) => {
    const { values, fallback, description } = describe(schema)
    return `| \`${name}\` | ${values} | ${fallback} | ${description.replaceAll('|', String.raw`\|`)} |`
  })
  const table = ['| setting | values | default | what it is for |', '|---|---|---|---|', ...rows].join('\n')
  const { code: page } = await format(SETTINGS_PAGE, `${INTRODUCTION}\n${table}\n`)
  return page
}

type Description = { values: string; fallback: string; description: string }

function describe(schema: z.core.$ZodType): Description {
  const { description } = schema as z.ZodType
  const def = definitionOf(schema)
  const inner = innerOf(def)
  const below: Description = inner ? describe(inner) : { values: valuesOf(def), fallback: 'unset', description: '' }
  const fallback = def.type === 'default' ? asWritten(def.defaultValue) : below.fallback
  return { ...below, fallback, description: description ?? below.description }
}

type Definition = z.core.$ZodTypes['_zod']['def']

const definitionOf = (schema: z.core.$ZodType) => (schema as z.ZodType).def as Definition

function innerOf(def: Definition): z.core.$ZodType | null {
  if ('innerType' in def) return def.innerType
  if (def.type !== 'pipe') return null
  return definitionOf(def.in).type === 'transform' ? def.out : def.in
}

function valuesOf(def: Definition): string {
  if (def.type === 'enum') return Object.values(def.entries).map(code).join(' ')
  return def.type === 'number' ? 'number' : 'text'
}

function asWritten(value: unknown): string {
  if (value === '') return 'empty'
  return code(typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))
}

const code = (value: string | number) => `\`${value}\``

if (import.meta.main) {
  const page = await settingsPage()
  if (process.argv.includes('--write')) writeFileSync(SETTINGS_PAGE, page)
  else console.log(page)
}
