import { useLocale } from '#renderer/locale/use-locale.ts'
import { idAt, useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { messagesOf } from '#renderer/form/data/form-messages.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { labelOf } from '#renderer/form/schema/label.ts'
import { formatUiPath, parsePath, type PathList } from '#renderer/form/data/path.ts'
import { revealField } from './reveal.ts'
import { focusFirst, focusOnceDrawn } from '#renderer/ui/focus-first.ts'
import { inFormOrder } from '#renderer/form/schema/form-order.ts'
import { useSettled } from '#renderer/ui/use-settled.ts'
import { isReachable } from '#renderer/form/schema/is-reachable.ts'

/**
 * Brings the control at a path into view and focuses it, with everything around it opened and drawn; one whose widget
 * is still on its way is focused when it arrives. False when it is not drawn.
 */
export function focusField(idPrefix: string, path: string): boolean {
  revealField(idPrefix, path)
  if (focusDrawn(idPrefix, path)) return true
  const form = document.getElementById(idPrefix)
  if (form) focusOnceDrawn(form, () => focusDrawn(idPrefix, path))
  return false
}

function focusDrawn(idPrefix: string, path: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const element = at === '' ? null : document.getElementById(idAt(idPrefix, at))
    if (element) {
      for (let panel = element.closest('details'); panel; panel = panel.parentElement?.closest('details') ?? null) panel.open = true
      element.focus({ preventScroll: true })
      if (document.activeElement !== element && !focusFirst(element)) return false
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      return true
    }
    if (!at.includes('.')) return false
  }
}

/** The rows and groups around a place, from outside; a list includes its rows and items. */
const placesAround = (path: PathList): PathList[] =>
  path.slice(0, -1).flatMap((step, at) => (typeof path[at + 1] === 'number' && at + 1 < path.length - 1 ? [] : [path.slice(0, at + 1)]))

/**
 * The errors above the form: each links to its field; errors of fields that cannot be reached are plain text, with the
 * field's name if there is one. The server's field errors are shown in a toast and next to the field; they are listed
 * here only if the form has its own page, where the field may be far away.
 */
export function ErrorSummary({ page }: { page: boolean }) {
  const isShown = useSettled(useFormState((state) => state.attempted || Object.keys(state.refused).length > 0 || state.general.length > 0))
  return isShown && <Errors page={page} />
}

function Errors({ page }: { page: boolean }) {
  const { t, formatNumber } = useLocale()
  const { form, idPrefix } = useFormScope()
  const state = useSettled(useFormState((all) => all))
  const root = form.schema as FieldSchema
  const paths = [...new Set([...Object.keys(state.refused), ...(state.attempted ? Object.keys(state.problems) : [])])].filter(
    (path) => messagesOf(state, path).length > 0,
  )
  const isAtField = (path: string) => !page && Object.hasOwn(state.refused, path) && document.getElementById(idAt(idPrefix, path)) !== null
  const isElement = (path: string) => document.getElementById(idAt(idPrefix, path)) !== null
  const known = inFormOrder(
    form,
    paths.filter((path) => (isReachable(form, state.data, path) || isElement(path)) && !isAtField(path)),
  )
  const nameOf = (place: PathList, path: string) =>
    labelOf(schemaAt(root, place) ?? {}, form.ui?.[formatUiPath(place)] ?? {}, place, path, t)
  const told = (path: string): string => {
    const list = parsePath(path)
    const [label, text] = [nameOf(list, path), messagesOf(state, path).join(' ')]
    const around = placesAround(list).map((place) =>
      typeof place.at(-1) === 'number'
        ? t('form.row_of', { number: formatNumber(Number(place.at(-1)) + 1), list: nameOf(place.slice(0, -1), path) })
        : nameOf(place, path),
    )
    return [...around, text.includes(label) ? text : `${label}: ${text}`].join(': ')
  }
  const unreachable = paths.filter((path) => !known.includes(path) && !isAtField(path))
  const general = [
    ...state.general,
    ...unreachable.flatMap((path) => (schemaAt(root, parsePath(path)) ? [told(path)] : messagesOf(state, path))),
  ]
  const lines = [...new Set(general)]
  if (known.length === 0 && lines.length === 0) return null
  return (
    <div className="pf-summary" role="alert">
      {known.length > 0 && <strong>{t('form.summary')}</strong>}
      <ul>
        {lines.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {known.map((path) => (
          <li key={path}>
            <a
              href={`#${idAt(idPrefix, path)}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(idPrefix, path)
              }}
            >
              {told(path)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
