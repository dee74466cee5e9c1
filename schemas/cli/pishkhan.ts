import { parseArgs, type ParseArgsConfig } from 'node:util'
import { ServerRefusal } from './client.ts'
import type { Command } from './command.ts'
import { commands } from './commands/index.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Runs one command. Exit code 0: success; 1: it found problems or failed; 2: it was called with wrong arguments. */
export async function run(argv: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    terminal.out(usage())
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    terminal.err(`there is no command "${name}"\n\n${usage()}`)
    return 2
  }
  try {
    const { values, positionals } = parse(command, rest)
    if (values.help === true) {
      terminal.out(commandUsage(command))
      return 0
    }
    const needed = command.arguments.filter((argument) => !/[?…]$/.test(argument)).length
    const isOpen = command.arguments.some((argument) => argument.endsWith('…'))
    if (positionals.length < needed || (positionals.length > command.arguments.length && !isOpen))
      throw new UsageError(`expected: ${command.arguments.join(' ').toUpperCase() || 'no arguments'}`)
    return await command.run({ arguments: positionals, options: values, terminal })
  } catch (fault) {
    if (fault instanceof UsageError) {
      terminal.err(`${fault.message}\n\n${commandUsage(command)}`)
      return 2
    }
    terminal.err(
      fault instanceof ServerRefusal || terminal.env.DEBUG === undefined ? (fault as Error).message : String((fault as Error).stack),
    )
    return 1
  }
}

function parse(command: Command, args: string[]): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  const options: ParseArgsConfig['options'] = {
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(Object.entries(command.options).map(([key, option]) => [key, { type: option.type }])),
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true })
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (fault) {
    throw new UsageError((fault as Error).message)
  }
}

function usage(): string {
  const lines = Object.values(commands).map((command) => `  ${signature(command).padEnd(34)} ${command.summary}`)
  return [
    'Usage: pishkhan COMMAND …',
    '',
    ...lines,
    '',
    'pishkhan COMMAND --help says more. Exit codes: 0 all is well, 1 problems, 2 called wrongly.',
  ].join('\n')
}

const signature = (command: Command): string =>
  [
    command.name,
    ...command.arguments.map((argument) =>
      /[?…]$/.test(argument) ? `[${argument.replace('?', '').toUpperCase()}]` : argument.toUpperCase(),
    ),
  ].join(' ')

function commandUsage(command: Command): string {
  const lines = Object.entries(command.options).map(
    ([key, option]) => `  ${`--${key}${option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : ''}`.padEnd(24)} ${option.summary}`,
  )
  return [
    `Usage: pishkhan ${signature(command)}`,
    `  ${command.summary}`,
    ...(command.detail ? [`  ${command.detail}`] : []),
    ...(lines.length > 0 ? ['', ...lines] : []),
  ].join('\n')
}
