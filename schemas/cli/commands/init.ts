import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { nameFault } from '#schemas/check/module/check-names.ts'
import { firstSegmentFault } from '#schemas/check/module/check-paths.ts'
import { textOption, type Command } from '#schemas/cli/command.ts'
import { readProductModules } from '#schemas/cli/module-folder.ts'
import { starterModule } from '#schemas/cli/starter-module.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

const namePattern = /^[a-z][a-z0-9-]{0,33}$/

/** `init DIR`: writes a small module to begin with. */
export const init: Command = {
  name: 'init',
  summary: 'writes a small module to begin with: an entity, its list, its form, two pages, fa and en',
  detail: 'The folder is made, or is empty. docs/writing-a-module.md explains each of its files.',
  arguments: ['dir'],
  options: { name: { type: 'string', value: 'NAME', summary: "the module's name; that of the folder when left out" } },
  run(call) {
    const folder = resolve(call.arguments[0]!)
    const name = textOption(call, 'name') ?? basename(folder)
    if (!namePattern.test(name))
      throw new UsageError(`"${name}" cannot name a module: lower-case letters, digits and hyphens, 34 at most; --name NAME gives another`)
    if (Object.hasOwn(readProductModules(), name)) throw new UsageError(`"${name}" is a module of the product; --name NAME gives another`)
    const fault = nameFault(name) ?? firstSegmentFault(name)
    if (fault) throw new UsageError(`"${name}" cannot name a module: ${fault}; --name NAME gives another, e.g. --name ${name}-desk`)
    if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
      throw new UsageError(`${call.arguments[0]!} is there already and is not empty`)
    for (const [path, document] of Object.entries(starterModule(name))) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
      call.terminal.out(`wrote ${join(call.arguments[0]!, path)}`)
    }
    call.terminal.out(`\npishkhan validate ${call.arguments[0]!} checks it, pishkhan publish ${call.arguments[0]!} shows it in the panel`)
    return Promise.resolve(0)
  },
}
