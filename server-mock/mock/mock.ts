import { watch } from 'node:fs'
import type { Disturbance } from '#schemas/cli/mock-orders.ts'
import type { ServerParts } from '#server/server.ts'
import { publishToDemo, startDemo } from './demo-server.ts'
import { disturbAnswers } from './disturb-answers.ts'
import { makeRecords, type MadeRecords } from './make-records.ts'

export interface MockOptions {
  root: string
  /** Folder of the module. */
  folder: string
  port: number
  /** Records of each entity. */
  records: number
  disturbances: () => readonly Disturbance[]
}

export interface RunningMock {
  url: string
  demo: { username: string; password: string } | undefined
  /** Publishes the folder as it is now, and makes records of entities that have none. Throws with the problems. */
  publish: () => Promise<{ module: string; made: MadeRecords[] }>
  /** Calls back when a file of the folder was changed. */
  onChange: (changed: () => void) => void
  stop: () => Promise<void>
}

const settleMs = 150

/**
 * Serves a module from its folder, with the product's modules around it, in a database that goes with the process.
 * @throws StartError
 */
export async function startMock({ root, folder, port, records, disturbances }: MockOptions): Promise<RunningMock> {
  let parts: ServerParts | undefined
  const server = await startDemo(root, {
    port,
    prepare: (given) => {
      parts = given
      disturbAnswers(given.app, disturbances)
    },
  })
  const stops: (() => void)[] = []
  return {
    url: server.url,
    demo: server.demo,
    async publish() {
      const module = await publishToDemo(server.url, folder, 'mock')
      const { database, registries } = parts!
      const made = await database.transaction(async (trx) => makeRecords(trx, await registries.current(trx), module, records))
      return { module, made }
    },
    onChange(changed) {
      let timer: NodeJS.Timeout | undefined
      const watcher = watch(folder, { recursive: true }, () => {
        clearTimeout(timer)
        timer = setTimeout(changed, settleMs)
      })
      stops.push(() => {
        clearTimeout(timer)
        watcher.close()
      })
    },
    async stop() {
      for (const stop of stops) stop()
      await server.stop()
    },
  }
}
