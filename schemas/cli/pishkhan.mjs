#!/usr/bin/env node
// The command line, as built by `npm run build`. Node's own modules only: this must run in a checkout that is not built.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const built = join(root, 'dist/server/pishkhan.js')
if (!existsSync(built)) {
  console.error(`pishkhan is not built yet: run "npm ci && npm run build" in ${root}`)
  process.exit(1)
}
process.env.PISHKHAN_ROOT ??= root
const { run } = await import(pathToFileURL(built).href)
process.exitCode = await run(process.argv.slice(2))
