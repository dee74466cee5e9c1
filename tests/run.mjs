// `npm test`: installs what is missing, then types, lint, unit, contract and end-to-end tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ensureNode, root, run } from '../server-mock/set-up.mjs'

const reports = join(root, 'test-results')
const isRoot = process.getuid?.() === 0

function installDebian(packages) {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const hasPostgres = () =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`))

/** The browser of the end-to-end tests, and PostgreSQL for the server's: Debian's when root, else Playwright's own browser. */
function ensureTools() {
  const missing = []
  if (!existsSync('/usr/bin/chromium-headless-shell')) missing.push('chromium-headless-shell')
  if (!hasPostgres()) missing.push('postgresql')
  if (missing.length === 0) return
  if (isRoot && existsSync('/usr/bin/apt-get')) return installDebian(missing)
  if (missing.includes('chromium-headless-shell')) run('npx', ['playwright', 'install', '--only-shell', 'chromium'])
  if (missing.includes('postgresql')) console.warn('PostgreSQL is not installed: the server is tested on PGlite alone.')
}

const steps = []
async function step(name, command, args, env = {}) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const [status] = await once(spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }), 'close')
  steps.push({ name, ok: status === 0, seconds: Math.round((Date.now() - started) / 1000) })
}

const inTurn = async (...all) => {
  for (const each of all) await step(...each)
}

const readReport = (file) => (existsSync(join(reports, file)) ? JSON.parse(readFileSync(join(reports, file), 'utf8')) : undefined)

/** Passed and failed over all runners; a step without tests of its own counts as one. */
function count() {
  const unit = readReport('unit.json')
  const e2e = readReport('e2e.json')?.stats
  const single = steps.filter(({ name }) => !['unit and contract tests', 'end-to-end tests'].includes(name))
  const failedSteps = steps.filter(({ ok }) => !ok).length
  const passed = (unit?.numPassedTests ?? 0) + (e2e?.expected ?? 0) + (e2e?.flaky ?? 0) + single.filter(({ ok }) => ok).length
  const failed = (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0) + single.filter(({ ok }) => !ok).length
  return { passed, failed: Math.max(failed, failedSteps) }
}

ensureNode()
ensureInstalled()
ensureTools()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const { startPostgres } = await import('./helpers/postgres.mjs')
const postgres = hasPostgres() ? await startPostgres() : undefined
try {
  // Each list keeps one core busy.
  await Promise.all([
    inTurn(
      ['generated types', 'npx', ['tsx', 'schemas/cli/generate.ts', '--check']],
      ['types', 'npx', ['tsc', '-p', '.']],
      ['build', 'npm', ['run', '--silent', 'build']],
    ),
    inTurn(
      ['formatting', 'npx', ['prettier', '--check', '--log-level', 'warn', '.']],
      ['lint', 'npx', ['eslint', '.', '--max-warnings=0']],
      ['unused files and packages', 'npm', ['run', '--silent', 'unused']],
      ['installed packages', 'npm', ['ls', '--depth=0', '--silent']],
      ['licences', 'npm', ['run', '--silent', 'licences']],
    ),
  ])
  await step(
    'unit and contract tests',
    'npx',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, 'unit.json')}`],
    postgres ? { TEST_DATABASE_URL: postgres.url } : {},
  )
  if (steps.some(({ name, ok }) => name === 'build' && ok))
    await step('end-to-end tests', 'npx', ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts'])
} finally {
  await postgres?.stop()
}

console.log(`\n${steps.map(({ name, ok, seconds }) => `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`).join('\n')}\n`)
const { passed, failed } = count()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && steps.every(({ ok }) => ok) ? 0 : 1)
