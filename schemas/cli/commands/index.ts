import type { Command } from '#schemas/cli/command.ts'
import { checkForms } from './check-forms.ts'
import { contract } from './contract.ts'
import { backup, ledger, restore, user } from './database.ts'
import { diff } from './diff.ts'
import { gallery } from './gallery.ts'
import { init } from './init.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { mock } from './mock.ts'
import { publish } from './publish.ts'
import { record } from './record.ts'
import { replay } from './replay.ts'
import { types } from './types.ts'
import { unpublish } from './unpublish.ts'
import { validate } from './validate.ts'
import { rollback, versions } from './versions.ts'

/** Every command, in the order in which the help lists them. */
export const commands: Record<string, Command> = {
  init,
  validate,
  diff,
  publish,
  versions,
  rollback,
  unpublish,
  types,
  'check-forms': checkForms,
  mock,
  record,
  replay,
  gallery,
  login,
  logout,
  contract,
  backup,
  restore,
  ledger,
  user,
}
