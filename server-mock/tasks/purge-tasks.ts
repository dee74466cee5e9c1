import type { Job } from '#server/feature.ts'
import { purgeTasks } from './task-store.ts'
import { removeTaskFile } from './task-files.ts'

/** Deletes tasks and their files a day after they ended. */
export const purgeOldTasks: Job = {
  name: 'forget-tasks',
  everyMs: 60 * 60 * 1000,
  async run(trx, _registry, now, config) {
    for (const key of await purgeTasks(trx, now)) await removeTaskFile(config, key)
  },
}
