import { auth } from './auth/routes.ts'
import { content } from './content/routes.ts'
import { divisions } from './divisions/routes.ts'
import type { Feature } from '#server/feature.ts'
import { createPanel } from './panel/routes.ts'
import { persons } from './persons/routes.ts'
import { createPublishing } from './publishing/routes.ts'
import { settings } from './settings/routes.ts'
import { uploads } from './uploads/routes.ts'

const others: readonly Feature[] = [persons, auth, uploads, settings, divisions, content]
const business: readonly Feature[] = [...others, createPanel(others)]

/** What the server does beyond documents, in the order in which demo data is made. */
export const features: readonly Feature[] = [...business, createPublishing(business)]
