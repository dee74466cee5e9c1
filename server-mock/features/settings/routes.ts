import type { Feature } from '#server/features/feature.ts'
import { addMissingSettings } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Site settings: rows of an entity that the generic calls serve; a setting that a newer version brings is added by itself. */
export const settings: Feature = {
  module: 'settings',
  handlers: {},
  jobs: [{ name: 'settings-complete', everyMs: dayMs, run: addMissingSettings }],
  seed: addMissingSettings,
}
