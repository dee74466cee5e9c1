import { translate } from '#renderer/locale/translate.ts'
import { goTo, type GoOptions } from '#renderer/ui/navigator.ts'
import { linkTo } from './route-store.ts'
import { isInternal } from './route-table.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { interpolate, interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { Target } from '#schemas/types/contract.d.ts'

/** Fills a link's values in; those of a path are encoded so that a value never changes the path's shape. */
export function fillTarget(target: Target, values: Record<string, unknown>): Target {
  if (typeof target !== 'string')
    return { ...target, params: interpolateDeep(target.params, values), query: interpolateDeep(target.query, values) }
  if (/^\{[^{}]+\}$/.test(target)) return interpolate(target, values)
  return target.replace(/\{[^{}]+\}/g, (insertion) => encodeURIComponent(interpolate(insertion, values)))
}

/**
 * Follows a link of a document or a response. A link that leads nowhere, or out of the panel other than by http(s), is
 * refused with a message, and false is returned.
 */
export function follow(target: Target, where: '_self' | '_blank' = '_self', options?: GoOptions): boolean {
  const href = linkTo(target)
  if (href === null) {
    showToast({ tone: 'danger', text: translate('toast.error') })
    return false
  }
  if (where === '_blank') {
    window.open(href, '_blank', 'noopener,noreferrer')
    return true
  }
  if (isInternal(href)) goTo(href.startsWith('/') ? href : toPath(href), options)
  else window.location.assign(href)
  return true
}

function toPath(href: string): string {
  const url = new URL(href, window.location.href)
  return url.pathname + url.search
}
