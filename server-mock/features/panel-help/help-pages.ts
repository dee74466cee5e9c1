import { helpSlug } from '#schemas/rules/help/help-slug.ts'
import { isAllowed } from '#server/caller.ts'
import { gridAccess } from '#server/documents/reach.ts'
import { may } from '#server/documents/expansion.ts'
import type { CallContext } from '#server/feature.ts'

export interface HelpPage {
  /** `gone`: no page has this name now, because it was renamed or its module was switched off. */
  state: 'open' | 'denied' | 'gone'
  /** Address, where the page opens without naming a record. */
  to?: string
}

const gone: HelpPage = { state: 'gone' }

/** The page that a help is about, as the caller can reach it. */
export function helpPages({ registry, caller }: Pick<CallContext, 'registry' | 'caller'>): (slug: string) => HelpPage {
  const pages = new Map<string, HelpPage>()
  for (const [path, { document }] of registry.grids) {
    const [module = '', entity = '', part = ''] = path.split('/')
    const access = gridAccess(registry, document)
    const isOpen = access === undefined || isAllowed(caller, access)
    pages.set(helpSlug('grid', { module, class: entity, part }), isOpen ? { state: 'open', to: `/grid/${path}` } : { state: 'denied' })
  }
  for (const [name, { module, document }] of registry.screens) {
    const isOpen = may({ registry, reader: caller, module }, document.access)
    pages.set(helpSlug(name, {}), isOpen ? { state: 'open', ...addressOf(document.path) } : { state: 'denied' })
  }
  return (slug) => pages.get(slug) ?? gone
}

function addressOf(path: string): { to?: string } {
  const steps = path.split('/').filter((step) => step && !step.endsWith('?'))
  return steps.some((step) => step.startsWith(':')) ? {} : { to: `/${steps.join('/')}` }
}
