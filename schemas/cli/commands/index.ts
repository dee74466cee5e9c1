import type { Command } from '#schemas/cli/command.ts'
import { checkForms } from './check-forms.ts'
import { contract } from './contract.ts'
import { backup, restore, user } from './database.ts'
import { diff } from './diff.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { publish } from './publish.ts'
import { types } from './types.ts'
import { validate } from './validate.ts'
import { rollback, versions } from './versions.ts'

/** Every command, in the order in which the help lists them. */
export const commands: Record<string, Command> = {
  validate,
  diff,
  publish,
  versions,
  rollback,
  types,
  'check-forms': checkForms,
  login,
  logout,
  contract,
  backup,
  restore,
  user,
}
