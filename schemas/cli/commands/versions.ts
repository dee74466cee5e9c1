import { openClient } from '#schemas/cli/client.ts'
import { serverOf, serverOptions, textOption, type Command } from '#schemas/cli/command.ts'
import { noteSeen } from '#schemas/cli/credentials.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'

interface Version {
  version: number
  release: string
  note: string
  author: string
  published_at: string
  is_current: boolean
}

export const versions: Command = {
  name: 'versions',
  summary: 'lists the versions of a module on a server',
  arguments: ['module'],
  options: { json: { type: 'boolean', summary: 'prints them as JSON' }, ...serverOptions },
  async run(call) {
    const client = openClient(serverOf(call), call.terminal.env)
    const versionList = await client.call<Version[]>('GET', 'publish-versions', { module: call.arguments[0] })
    if (call.options.json === true) call.terminal.out(JSON.stringify(versionList, null, 2))
    else if (versionList.length === 0) call.terminal.err(`${client.server} has no module "${call.arguments[0]!}"`)
    else
      for (const { version, release, note, author, published_at, is_current } of versionList)
        call.terminal.out(
          `${is_current ? '*' : ' '} ${String(version).padStart(3)}  ${release.padEnd(8)} ${published_at.slice(0, 16).replace('T', ' ')}  ${author.padEnd(14)} ${note}`.trimEnd(),
        )
    return versionList.length === 0 ? 1 : 0
  },
}

export const rollback: Command = {
  name: 'rollback',
  summary: 'makes an older version of a module current again; its data stays',
  arguments: ['module', 'version?'],
  options: {
    to: { type: 'string', value: 'N', summary: 'the version, as well as by its place; the one before when left out' },
    note: { type: 'string', summary: 'why' },
    ...serverOptions,
  },
  async run(call) {
    const [module, version] = call.arguments
    const named = textOption(call, 'to')
    if (version !== undefined && named !== undefined && version !== named)
      throw new UsageError(`two versions are named, ${version} and ${named}: which one?`)
    const to = version ?? named
    if (to !== undefined && !/^[1-9]\d{0,8}$/.test(to)) throw new UsageError(`a version is named by its number, not "${to}"`)
    const client = openClient(serverOf(call), call.terminal.env)
    const note = textOption(call, 'note')
    const versionList = await client.call<Version[]>('GET', 'publish-versions', { module })
    if (versionList.length === 0) throw new Error(`${client.server} has no module "${module!}"`)
    if (to !== undefined && !versionList.some((entry) => entry.version === Number(to)))
      throw new Error(`${module!} has no version ${to} on ${client.server}; it has ${versionList.map((entry) => entry.version).join(', ')}`)
    if (to === undefined && versionList.length === 1 && versionList[0]!.is_current)
      throw new Error(`${module!} has one version on ${client.server}: there is none before it`)
    const result = await client.call<{ version: number; publication: number; changed?: boolean }>('POST', 'publish-rollback', {
      module,
      ...(to === undefined ? {} : { version: Number(to) }),
      ...(note === undefined ? {} : { note }),
    })
    noteSeen(call.terminal.env, client.server, module!, result.version)
    call.terminal.out(
      result.changed === false
        ? `${module!} is at version ${result.version} already`
        : `${module!} is at version ${result.version} again (publication ${result.publication})`,
    )
    return 0
  },
}
