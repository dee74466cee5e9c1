// `npm start`: installs and builds what is missing or old, then starts the server. Node's own modules only until then.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, ensureNode, root } from './set-up.mjs'

ensureNode()
ensureInstalled()
ensureBuilt()
process.env.PISHKHAN_ROOT ??= root
const { main } = await import(pathToFileURL(join(root, 'dist/server/server.js')).href)
await main()
