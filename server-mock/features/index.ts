import { accountant } from './accountant/routes.ts'
import { amin } from './amin/routes.ts'
import { arena } from './arena/routes.ts'
import { auth } from './auth/routes.ts'
import { commenting } from './commenting/routes.ts'
import { consultations } from './consultations/routes.ts'
import { briefs } from './briefs/routes.ts'
import { createContent } from './content/routes.ts'
import { contentThemes } from './content-themes/routes.ts'
import { divisions } from './divisions/routes.ts'
import { forwarder } from './forwarder/routes.ts'
import type { Feature } from '#server/feature.ts'
import { icib } from './icib/routes.ts'
import { jobs } from './jobs/routes.ts'
import { market } from './market/routes.ts'
import { productPosts } from './market/post-wares.ts'
import { helpPosts } from './panel-help/post-extension.ts'
import { panelHelp } from './panel-help/routes.ts'
import { createPanel } from './panel/routes.ts'
import { menuMaker } from './menu-maker/routes.ts'
import { notifier } from './notifier/routes.ts'
import { persons } from './persons/routes.ts'
import { createPublishing } from './publishing/routes.ts'
import { problems } from './problems/routes.ts'
import { relations } from './relations/routes.ts'
import { settings } from './settings/routes.ts'
import { stock } from './stock/routes.ts'
import { labelledPosts } from './tagging/post-labels.ts'
import { tagging } from './tagging/routes.ts'
import { wallets } from './wallets/routes.ts'
import { uploads } from './uploads/routes.ts'

const others: readonly Feature[] = [
  divisions,
  persons,
  auth,
  uploads,
  settings,
  createContent([productPosts, labelledPosts, helpPosts]),
  icib,
  relations,
  amin,
  forwarder,
  consultations,
  tagging,
  menuMaker,
  commenting,
  contentThemes,
  arena,
  market,
  jobs,
  briefs,
  wallets,
  accountant,
  stock,
  problems,
  notifier,
  panelHelp,
]
const business: readonly Feature[] = [...others, createPanel(others)]

/** What the server does beyond documents, in the order in which demo data is made. */
export const features: readonly Feature[] = [...business, createPublishing(business)]
