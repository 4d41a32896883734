import { runCommandLine } from './admin/commands/command-line.ts'

process.exit(
  await runCommandLine(process.argv.slice(2), process.env, {
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
  }),
)
