import { auth } from './auth/routes.ts'
import { divisionsFeature } from './divisions/routes.ts'
import type { Feature } from './feature.ts'
import { panel } from './panel/routes.ts'
import { persons } from './persons/routes.ts'
import { publishing } from './publishing/routes.ts'
import { settings } from './settings/routes.ts'

/** What the server does beyond documents, in the order in which demo data is made. */
export const features: readonly Feature[] = [persons, auth, publishing, panel, settings, divisionsFeature]
