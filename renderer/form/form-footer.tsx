import { useLocale } from '#renderer/locale/use-locale.ts'
import { buttonClass } from '#renderer/ui/button-class.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { useFormScope, useFormState } from './form-context.ts'
import { changedFields } from './data/form-store.ts'
import type { FormButton, FormProps } from './form-types.ts'
import { schemaAt, type FieldSchema } from './schema/json-schema.ts'
import { labelOf } from './schema/label.ts'
import { keepFocus } from './keep-focus.ts'
import { useFooterFocus } from './use-footer-focus.ts'

interface FormFootProps extends Pick<FormProps, 'onSubmit' | 'buttons' | 'saveBy' | 'submitLabel' | 'page'> {
  dirty: boolean
  /** The browser keeps no draft of what is unsaved. */ unkept?: boolean
  /** Left out where steps are not taken back. */
  undo?: () => void
  redo?: () => void
  submit: (button?: FormButton) => Promise<void>
}

/** The buttons. On a page they become a bar at the bottom of the window that describes the unsaved changes. */
export function FormFooter({ onSubmit, buttons: own, saveBy, submitLabel, page, dirty, unkept, undo, redo, submit }: FormFootProps) {
  const { t } = useLocale()
  const submitting = useFormState((state) => state.submitting)
  const unanswered = useFormState((state) => state.unanswered)
  const working = useFormState((state) => state.working)
  const redoable = useFormState((state) => state.redoable > 0)
  const foot = useFooterFocus(useFormScope().idPrefix, submitting)
  // Buttons elsewhere on the page are repeated only in the bar.
  const buttons = own?.length ? own : !onSubmit && page && dirty && saveBy ? [saveBy] : undefined
  if (!onSubmit && !buttons?.length && !(page && (dirty || redoable)))
    return submitting && working ? (
      <p className="pf-waiting" role="status">
        {t('form.waiting')}
      </p>
    ) : null
  const list: FormButton[] =
    buttons ?? (!onSubmit ? [] : [{ id: 'submit', title: submitLabel ?? t('form.submit'), primary: true, onSubmit }])
  const main = list.find((button) => button.primary) ?? list[0]
  return (
    <div
      ref={foot}
      data-bar
      className={`pf-foot${page && dirty ? ' pf-save-bar' : ''}`}
      role={page && dirty ? 'region' : undefined}
      aria-label={page && dirty ? t('form.unsaved.title') : undefined}
    >
      {page && dirty && <Unsaved unkept={unkept === true} />}
      <span className="pf-foot-buttons" {...keepFocus}>
        {undo && redo && <UndoButtons undo={undo} redo={redo} />}
        {page && dirty && <DiscardButton />}
        {list
          .filter((button) => button !== main)
          .map((button) => (
            <button
              key={button.id}
              type="button"
              className={buttonClass(button.color, false)}
              disabled={submitting}
              onClick={() => void submit(button)}
            >
              {button.title}
            </button>
          ))}
        {main && (
          <button
            type="submit"
            className={buttonClass(main.color, true)}
            disabled={submitting}
            aria-busy={submitting || undefined}
            onClick={(event) => {
              if (buttons?.length) {
                event.preventDefault()
                void submit(main)
              }
            }}
          >
            {submitting ? t(working ? 'form.waiting' : 'form.submitting') : unanswered ? t('form.retry') : main.title}
          </button>
        )}
      </span>
    </div>
  )
}

const mostNamed = 4

function Unsaved({ unkept }: { unkept: boolean }) {
  const { t, locale, formatNumber } = useLocale()
  const { form } = useFormScope()
  const changed = useFormState((state) => changedFields(state).join('\n'))
  const root = form.schema as FieldSchema
  const names = changed
    .split('\n')
    .filter((field) => field !== '' && schemaAt(root, [field]))
    .map((field) => labelOf(schemaAt(root, [field]) ?? {}, form.ui?.[field] ?? {}, [field], field, t))
  const shown =
    names.length > mostNamed
      ? [...names.slice(0, mostNamed), t('form.unsaved.more', { number: formatNumber(names.length - mostNamed) })]
      : names
  return (
    <span className="pf-unsaved" role="status">
      {names.length > 0 ? t('form.unsaved.fields', { fields: new Intl.ListFormat(locale).format(shown) }) : t('form.unsaved.title')}
      {unkept && <strong> {t('form.draft.unkept')}</strong>}
    </span>
  )
}

/** Small, and there only when there is something to undo or redo. */
function UndoButtons({ undo, redo }: { undo: () => void; redo: () => void }) {
  const { t } = useLocale()
  const undoable = useFormState((state) => state.undoable > 0)
  const redoable = useFormState((state) => state.redoable > 0)
  const submitting = useFormState((state) => state.submitting)
  if (!undoable && !redoable) return null
  return (
    <span className="pf-undo">
      {(
        [
          ['undo', undo, undoable, 'Ctrl+Z'],
          ['redo', redo, redoable, 'Ctrl+Shift+Z'],
        ] as const
      ).map(([name, run, able, keys]) => (
        <button
          key={name}
          type="button"
          className="pk-button pf-undo-button"
          disabled={!able || submitting}
          aria-label={t(`form.undo.${name}`)}
          aria-keyshortcuts={keys.replace('Ctrl', 'Control')}
          title={`${t(`form.undo.${name}`)} (${keys})`}
          onClick={run}
        >
          <Icon name={name} size={16} />
        </button>
      ))}
    </span>
  )
}

function DiscardButton() {
  const { t } = useLocale()
  const { store } = useFormScope()
  const submitting = useFormState((state) => state.submitting)
  return (
    <button type="button" className="pk-button" disabled={submitting} onClick={() => store.discard()}>
      {t('form.unsaved.discard')}
    </button>
  )
}
