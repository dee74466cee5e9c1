import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { serverAddress } from '#schemas/cli/client.ts'
import { textOption, type Command } from '#schemas/cli/command.ts'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import { writeStates } from '#schemas/cli/fixture-folders.ts'
import { loadReplayer } from '#schemas/cli/replay/load-replayer.ts'
import { formatResult } from '#schemas/cli/replay/terminal-report.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'
import { locales } from '#schemas/rules/locales.ts'

/** `record URL DIR`: makes a fixture of what somebody does in a window. */
export const record: Command = {
  name: 'record',
  summary: 'opens the panel in a window and writes what you do as a fixture, until you close it',
  detail: 'Afterwards the fixture is replayed once, which writes what a user gets after each step.',
  arguments: ['url', 'dir'],
  options: {
    user: { type: 'string', value: 'NAME', summary: 'who is signed in; the password is asked, or read from PISHKHAN_PASSWORD' },
    title: { type: 'string', summary: 'what is tried; the name of the folder when left out' },
    open: { type: 'string', value: 'PATH', summary: 'the first page; / when left out' },
    locale: { type: 'string', value: 'CODE', summary: 'language of the panel; fa when left out' },
    dark: { type: 'boolean', summary: 'dark colours' },
    phone: { type: 'boolean', summary: 'a window of 390 × 844' },
    over: { type: 'boolean', summary: 'replaces a fixture that is in the folder' },
  },
  async run(call) {
    const { out, env, colour } = call.terminal
    const [url, folder] = call.arguments as [string, string]
    const server = serverAddress({ server: url }, {})
    if (existsSync(join(folder, 'fixture.json')) && call.options.over !== true)
      throw new UsageError(`${folder} has a fixture already: name another folder, or add --over`)
    const locale = textOption(call, 'locale') ?? 'fa'
    if (!(locales as readonly string[]).includes(locale)) throw new UsageError(`--locale takes one of ${locales.join(', ')}`)
    const opens = textOption(call, 'open') ?? '/'
    if (!opens.startsWith('/')) throw new UsageError('--open takes a path such as /arena')
    const username = textOption(call, 'user')
    const password =
      username === undefined ? undefined : (env.PISHKHAN_PASSWORD ?? (await call.terminal.askSecret(`Password of ${username}: `)))
    const { recordSession, replayFixtures, NoBrowser } = await loadReplayer()
    try {
      const { steps, masked } = await recordSession({
        root: productRoot,
        env,
        server,
        folder,
        title: textOption(call, 'title') ?? basename(folder).replaceAll('-', ' '),
        opens,
        environment: {
          locale,
          ...(call.options.dark === true && { scheme: 'dark' }),
          ...(call.options.phone === true && { viewport: { width: 390, height: 844 } }),
        },
        ...(username !== undefined && { account: { username, password: password ?? '' } }),
        onStep: out,
      })
      if (masked.length > 0) out(`stand-ins for ${[...new Set(masked.map(({ at, why }) => `${at} (${why})`))].join(', ')}`)
      const [result] = await replayFixtures([folder], { root: productRoot, env })
      const isWhole = result!.missed === 0 && result!.steps.every(({ failures }) => failures.length === 0)
      if (isWhole)
        writeStates(
          folder,
          result!.steps.map(({ state }) => state),
        )
      out(isWhole ? `recorded ${steps} steps in ${folder}` : formatResult(result!, colour))
      return isWhole ? 0 : 1
    } catch (fault) {
      if (fault instanceof NoBrowser) throw new UsageError(fault.message)
      throw fault
    }
  },
}
