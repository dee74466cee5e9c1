import { existsSync, readFileSync } from 'node:fs'
import { commands } from '#schemas/cli/commands/index.ts'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { readConfig } from '#server/config.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')
const instructions = (name: string) => [...dockerfile.matchAll(new RegExp(`^${name}\\s+(.+)$`, 'gm'))].map(([, text]) => text!)
const variables = new Set(
  [...readFileSync('server-mock/config.ts', 'utf8').matchAll(/(?:text\(|optional\(text, )'([A-Z_]+)'/g)].map(([, name]) => name!),
)
const served = readFileSync('server-mock/plugins/health.ts', 'utf8')

interface Service {
  image?: string
  build?: string
  command?: string
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
}
const document = parseDocument(readFileSync('compose.yaml', 'utf8'), { strict: true, uniqueKeys: true })
const { services, volumes } = document.toJS() as { services: Record<string, Service>; volumes: Record<string, unknown> }
const panels = Object.values(services).filter(({ build }) => build !== undefined)

describe('the Dockerfile', () => {
  it('has nothing that its linter complains about', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('copies folders that there are, and starts what the build makes', () => {
    for (const text of instructions('COPY')) {
      const [source] = text.replace(/--\S+ /g, '').split(' ')
      const path = source!.replace(/^\/app\//, '')
      expect(['dist', 'node_modules'].includes(path) || existsSync(path), text).toBe(true)
    }
    expect(JSON.parse(instructions('CMD').at(-1)!)).toEqual(['node', 'dist/server/server.js'])
    expect(readFileSync('vite.config.ts', 'utf8')).toContain("server: 'server-mock/server.ts'")
  })

  it('has a Node.js that the package allows, the server’s own port and its own check', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
    const least = Number(/>=(\d+)/.exec(engines.node)![1])
    for (const image of instructions('FROM')) expect(Number(/^node:(\d+)/.exec(image)![1]), image).toBeGreaterThanOrEqual(least)
    const { port } = readConfig({ SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://database/pishkhan' })
    expect(instructions('EXPOSE')).toEqual([String(port)])
    expect(dockerfile).toContain(`http://127.0.0.1:${port}/health`)
    expect(served).toContain("'/health'")
  })

  it('sets no variable that the server does not read', () => {
    const set = [...dockerfile.matchAll(/(?:^ENV|^ +)\s*([A-Z_]+)=/gm)].map(([, name]) => name!)
    expect(set.filter((name) => name !== 'NODE_ENV' && !variables.has(name))).toEqual([])
    expect(set).toContain('DATA_DIR')
  })
})

describe('compose.yaml', () => {
  it('is YAML without a complaint, and every service says what it runs', () => {
    expect([document.errors, document.warnings]).toEqual([[], []])
    for (const [name, { image, build }] of Object.entries(services)) expect(image ?? build, name).toBeTypeOf('string')
  })

  it('names services and volumes that there are', () => {
    for (const { depends_on = {}, volumes: mounted = [], command = '' } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name)
      for (const mount of mounted) expect(volumes).toHaveProperty(mount.split(':')[0]!)
      for (const [, name] of command.matchAll(/--to (\w+):/g)) expect(services).toHaveProperty(name!)
    }
  })

  it('gives every process the same settings, which the server takes', () => {
    expect(panels.length).toBeGreaterThan(1)
    expect(new Set(panels.map(({ environment }) => JSON.stringify(environment))).size).toBe(1)
    const environment = Object.fromEntries(
      Object.entries(panels[0]!.environment!).map(([name, value]) => [name, value.replace(/\$\{\w+(:\?[^}]*)?\}/g, 'x'.repeat(32))]),
    )
    expect(Object.keys(environment).filter((name) => !variables.has(name))).toEqual([])
    const config = readConfig(environment)
    expect(new URL(config.databaseUrl!).hostname in services).toBe(true)
    expect(services.proxy!.command).toContain(`:${config.port}`)
    const [mount] = panels[0]!.volumes!
    expect(config.filesDir.startsWith(`${mount!.split(':')[1]}/`)).toBe(true)
  })
})

describe('docs/operations.md', () => {
  const text = readFileSync('docs/operations.md', 'utf8')
  it('names variables that the server reads, and files that there are', () => {
    const named = [...text.matchAll(/`([A-Z]{3,}(?:_[A-Z]+)*)(?:=\w+)?`/g)].map(([, name]) => name!)
    const foreign = new Set(['LISTEN', 'FILE', 'MODULE', 'PISHKHAN_PASSWORD'])
    expect(named.filter((name) => !variables.has(name) && !foreign.has(name))).toEqual([])
    for (const [, path] of text.matchAll(/`((?:server-mock|docs)\/[\w/.-]+)`/g)) expect(existsSync(path!), path).toBe(true)
  })

  it('names commands and options that exist', () => {
    const lines = [...text.matchAll(/^(?:npm run pishkhan --|.*pishkhan\.mjs) (.*)$/gm)].map(([, line]) => line!)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      const command = commands[line.split(' ')[0]!]
      expect([line, command?.name]).toEqual([line, line.split(' ')[0]])
      for (const [, option] of line.matchAll(/--([a-z-]+)/g)) expect(Object.keys(command!.options)).toContain(option)
    }
  })

  it('quotes messages of the log as the server writes them', () => {
    const messages = [
      'call failed',
      'job failed',
      'database connection lost',
      'the connection for notices is lost',
      'an index could not be made',
    ]
    const sources = [
      'app.ts',
      'jobs.ts',
      'database/connection/postgres-pool.ts',
      'database/connection/notices.ts',
      'database/tables/index-upkeep.ts',
    ]
      .map((file) => readFileSync(`server-mock/${file}`, 'utf8'))
      .join('\n')
    for (const message of messages) {
      expect(text).toContain(message)
      expect(sources).toContain(message)
    }
  })
})
