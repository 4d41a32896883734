import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import type { z } from 'zod'
import { Settings } from '../server/config/config.ts'

const readme = fileURLToPath(new URL('../README.md', import.meta.url))
const PLACE = /(?<=<!-- settings -->\n)[\s\S]*?(?=<!-- \/settings -->)/

/** The settings as the README shows them, taken from the schema that reads them: nothing is written twice. */
export async function settingsTable(): Promise<string> {
  const rows = Object.entries(Settings.shape).map(([name, schema]) => {
    const { values, fallback, description } = describe(schema)
    return `| \`${name}\` | ${values} | ${fallback} | ${description.replaceAll('|', String.raw`\|`)} |`
  })
  const table = ['| setting | values | default | what it is for |', '|---|---|---|---|', ...rows].join('\n')
  return format(`\n${table}\n`, { ...(await resolveConfig(readme)), parser: 'markdown' })
}

/** The table that the README holds now, or null when its markers are gone. */
export const tableIn = (text: string): string | null => PLACE.exec(text)?.[0].trim() ?? null

type Description = { values: string; fallback: string; description: string }

/** Walks from what is parsed inwards to what an operator writes, keeping the first description and default it meets. */
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
  // The side that is no transformation says what may be written.
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
  const table = await settingsTable()
  if (process.argv.includes('--write')) {
    const text = readFileSync(readme, 'utf8')
    if (tableIn(text) === null) throw new Error('README.md has lost its settings markers')
    writeFileSync(
      readme,
      text.replace(PLACE, () => `\n${table}\n`),
    )
  } else console.log(table)
}
