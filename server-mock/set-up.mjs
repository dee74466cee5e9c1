// What a fresh machine needs before anything of the project can run. Node's own modules only: nothing else is there yet.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a command with its output shown; ends this process when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')} ended with ${status}`)
    process.exit(status ?? 1)
  }
}

export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Pishkhan needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs the packages of package-lock.json when they are missing or older than it. */
export function ensureInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return
  console.log('Installing packages …')
  // The build needs the development packages, also where NODE_ENV says production.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
}

const sources = ['app', 'renderer', 'widgets', 'schemas', 'modules', 'server-mock', 'package-lock.json', 'vite.config.ts']

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds the panel, the server and the demo database when dist is missing or older than the sources. */
export function ensureBuilt() {
  const built = ['dist/app/index.html', 'dist/server/server.js', 'dist/demo/secret'].map((file) => join(root, file))
  const builtAt = Math.min(...built.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)))
  if (builtAt > Math.max(...sources.map((name) => newest(join(root, name))))) return
  console.log('Building …')
  run('npm', ['run', '--silent', 'build'])
}
