import type { InjectOptions } from 'fastify'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/database.ts'
import { features } from '#server/features/index.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { importForm } from './import-form.ts'

/** A server that imports a long file; tells its parent of the task once this is on its way, and goes on until it is killed. */
const config = readConfig(process.env)
const database = await openDatabase(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir })
const seeding = features.map((feature) => ({ ...feature, seed: feature.module === 'persons' ? feature.seed : undefined }))
await prepareDatabase(database, config, seeding)
const app = await buildApp({ config, database, features, strictAnswers: true })
const json = async (options: InjectOptions) => (await app.inject(options)).json<{ results: unknown }>().results
const { token } = (await json({
  method: 'POST',
  url: '/api/v1/login',
  payload: { username: 'administrator', password: demoPassword },
})) as { token: string }
const headers = { authorization: `Bearer ${token}`, 'x-locale': 'en' }
const form = importForm(`username\n${Array.from({ length: 20_000 }, (_, at) => `killed-${at}`).join('\n')}\n`, 'persons/user/list')
const opened = (await json({ method: 'POST', url: '/api/v1/grid-import-open', ...form, headers: { ...headers, ...form.headers } })) as {
  import: string
}
const { task } = (await json({
  method: 'POST',
  url: '/api/v1/grid-import-run',
  headers,
  payload: { import: opened.import, mapping: { username: 0 }, mode: 'create' },
})) as { task: { id: number } }
for (;;) {
  const { state, done } = (await json({ url: '/api/v1/task', query: { id: String(task.id) }, headers })) as { state: string; done: number }
  if (state === 'running' && done > 0) break
}
process.send!({ token, id: task.id })
