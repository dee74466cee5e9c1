import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { textOption, type Command, type CommandCall } from '#schemas/cli/command.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

/** The interface of `server-mock/cli/database-commands.ts`, which is loaded only when it is needed, because it opens databases. */
interface DatabaseCommands {
  backup: (env: CommandCall['terminal']['env'], file: string) => Promise<{ tables: number; rows: number }>
  restore: (env: CommandCall['terminal']['env'], file: string, options: { force: boolean }) => Promise<{ tables: number; rows: number }>
  createUser: (
    env: CommandCall['terminal']['env'],
    account: { username: string; password: string; role: string },
  ) => Promise<{ id: number; created: boolean }>
  checkLedgers: (
    env: CommandCall['terminal']['env'],
    name?: string,
  ) => Promise<{ ledger: string; accounts: number; entries: number; differences: string[] }[]>
}

const environment = 'The database is that of DATA_DIR or DATABASE_URL; stop the server that uses DATA_DIR first.'

export const backup: Command = {
  name: 'backup',
  summary: 'writes everything that the database holds into a file',
  detail: environment,
  arguments: ['file'],
  options: { force: { type: 'boolean', summary: 'writes over a file that is there' } },
  async run(call) {
    const file = call.arguments[0]!
    const folder = dirname(resolve(file))
    if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`)
    if (existsSync(file) && statSync(file).isDirectory()) throw new UsageError(`${file} is a folder: name the file to write`)
    if (existsSync(file) && call.options.force !== true)
      throw new UsageError(`${file} is there already: name another file, or write over it with --force`)
    const { tables, rows } = await (await loadCommands()).backup(call.terminal.env, file)
    call.terminal.out(`wrote ${rows} rows of ${tables} tables to ${file}`)
    return 0
  },
}

export const restore: Command = {
  name: 'restore',
  summary: 'puts a backup into the database, PGlite or PostgreSQL alike',
  detail: environment,
  arguments: ['file'],
  options: { force: { type: 'boolean', summary: 'replaces what the database holds' } },
  async run(call) {
    const file = call.arguments[0]!
    if (!existsSync(file)) throw new UsageError(`there is no file ${file}`)
    if (statSync(file).isDirectory()) throw new UsageError(`${file} is a folder: name the file that "backup" wrote`)
    const { tables, rows } = await (await loadCommands()).restore(call.terminal.env, file, { force: call.options.force === true })
    call.terminal.out(`restored ${rows} rows of ${tables} tables`)
    return 0
  },
}

export const user: Command = {
  name: 'user',
  summary: 'makes a user, or gives one another role and a new password: "user create"',
  detail: environment,
  arguments: ['action'],
  options: {
    username: { type: 'string', value: 'NAME', summary: 'the password is asked, or read from PISHKHAN_PASSWORD or standard input' },
    role: { type: 'string', value: 'ROLE', summary: 'administrator when left out; developer for publishing' },
  },
  async run(call) {
    if (call.arguments[0] !== 'create') throw new UsageError(`there is no "user ${call.arguments[0]!}", only "user create"`)
    const username = textOption(call, 'username')
    if (!username) throw new UsageError('name the user: --username NAME')
    const role = textOption(call, 'role') ?? 'administrator'
    const password = call.terminal.env.PISHKHAN_PASSWORD ?? (await call.terminal.askSecret(`Password for ${username}: `))
    if (!password) throw new UsageError('no password was given')
    const { id, created } = await (await loadCommands()).createUser(call.terminal.env, { username, password, role })
    call.terminal.out(
      created ? `made the user ${username} (${id}) with the role ${role}` : `${username} (${id}) has the role ${role} and the new password`,
    )
    return 0
  },
}

export const ledger: Command = {
  name: 'ledger',
  summary: 'compares the balances of a ledger, or of all, with their entries: "ledger check"',
  detail: environment,
  arguments: ['action', 'name?'],
  options: {},
  async run(call) {
    if (call.arguments[0] !== 'check') throw new UsageError(`there is no "ledger ${call.arguments[0]!}", only "ledger check"`)
    const checks = await (await loadCommands()).checkLedgers(call.terminal.env, call.arguments[1])
    if (checks.length === 0) call.terminal.out('there are no ledgers')
    for (const { ledger: name, accounts, entries, differences } of checks) {
      call.terminal.out(
        `${name}: ${entries} entries of ${accounts} accounts, ${differences.length === 0 ? 'balances agree' : `${differences.length} differ`}`,
      )
      for (const difference of differences) call.terminal.out(`  ${difference}`)
    }
    return checks.some(({ differences }) => differences.length > 0) ? 1 : 0
  },
}

/** Loads the server's part: the bundle next to this one, or its source if this runs from source. */
async function loadCommands(): Promise<DatabaseCommands> {
  const file = import.meta.url.endsWith('.ts')
    ? join(productRoot, 'server-mock/cli/database-commands.ts')
    : join(productRoot, 'dist/server/database-commands.js')
  if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run build"`)
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as DatabaseCommands
}
