import { sql } from 'kysely'
import type { Feature, Job } from '#server/feature.ts'
import { notificationsTopic } from '#server/model/notifications/store-notice.ts'
import { purgePoints } from '#server/model/notifications/notice-points.ts'
import { remindJob } from '#server/model/notifications/remind.ts'
import { manageNotifications, myNotifications } from './choices.ts'
import { digestCalls } from './digest/routes.ts'
import { digestJob } from './digest/send-digests.ts'
import { browserPaths } from './drivers/browser-paths.ts'
import { isConfigured } from './drivers/check-config.ts'
import { driverCalls } from './drivers/driver-calls.ts'
import { messageTemplates } from './drivers/message-templates.ts'
import { addFirstDrivers } from './drivers/seed-drivers.ts'
import { testDriver } from './drivers/test-driver.ts'
import { count, list, read } from './inbox.ts'
import { outboxList } from './outbox.ts'
import { pushCalls } from './push-browsers.ts'

const dayMs = 24 * 60 * 60 * 1000
const keptDays = 180

const forgetOld: Job = {
  name: 'notifier-forget-old',
  everyMs: dayMs,
  run: async (trx, registry, now) => {
    await sql`delete from pishkhan.notices where created_at < ${new Date(now.getTime() - keptDays * dayMs)}`.execute(trx)
    await purgePoints(trx, registry, now)
  },
}

/** What users are told: their inbox and their choices. What is told stands in the notifications of the modules. */
export const notifier: Feature = {
  module: 'notifier',
  handlers: {
    'user-notification-count': count,
    'user-notification-list': list,
    'user-notification-read': read,
    'outbox-list': outboxList,
    'my-notifications': myNotifications,
    'user-notification-manage': manageNotifications,
    'browser-paths-list': browserPaths,
    ...driverCalls,
    ...pushCalls,
    ...digestCalls,
    'notifier-driver-test': testDriver,
  },
  combos: { message_templates: messageTemplates },
  computes: { 'driver-configured': (_, records) => Promise.resolve(records.map(isConfigured)) },
  topics: { [notificationsTopic]: { module: 'notifier', access: 'user' } },
  jobs: [forgetOld, remindJob, digestJob, { name: 'notifier-first-drivers', everyMs: dayMs, run: addFirstDrivers }],
  seed: addFirstDrivers,
}
