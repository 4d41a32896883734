import { readFileSync } from 'node:fs'

export type Environment = Record<string, string | undefined>

/** `NAME_FILE` names a file that has the value of the setting NAME, as container secrets do. */
export function readSecretFiles(environment: Environment, names: readonly string[]) {
  const values: Environment = { ...environment }
  const faults: string[] = []
  for (const name of names) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) faults.push(`${name}_FILE: cannot be set together with ${name}`)
    else
      try {
        values[name] = readFileSync(file, 'utf8').trim()
      } catch (error) {
        faults.push(`${name}_FILE: cannot read ${file} (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`)
      }
  }
  return { values, faults }
}
