import type { Terminal } from './terminal.ts'

export interface CommandCall {
  arguments: string[]
  options: Record<string, string | boolean | undefined>
  terminal: Terminal
}

/** A command of the command line. An argument whose name ends in `?` is optional, and of one that ends in `…` there may be any number. */
export interface Command {
  name: string
  summary: string
  /** A further line in the command's own help. */
  detail?: string
  arguments: string[]
  options: Record<string, { type: 'string' | 'boolean'; value?: string; summary: string }>
  /** Returns the exit code. */
  run: (call: CommandCall) => Promise<number>
}

export const serverOptions: Command['options'] = {
  server: { type: 'string', value: 'URL', summary: 'the server; else PISHKHAN_SERVER, else that of the last login' },
  token: { type: 'string', value: 'T', summary: "a developer's token; else PISHKHAN_TOKEN, else that of the last login" },
}

/** The value of a text option, undefined when it was not given. */
export const textOption = (call: CommandCall, name: string): string | undefined => {
  const value = call.options[name]
  return typeof value === 'string' ? value : undefined
}

/** The `--server` and `--token` options, for `openClient`. */
export function serverOf(call: CommandCall): { server?: string; token?: string } {
  const [server, token] = [textOption(call, 'server'), textOption(call, 'token')]
  return { ...(server === undefined ? {} : { server }), ...(token === undefined ? {} : { token }) }
}
