import { runCommandLine } from './operator/command-line.ts'

process.exit(
  await runCommandLine(process.argv.slice(2), process.env, {
    say: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
  }),
)
