import { use, useEffect, useMemo, useState } from 'react'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { Action } from '#schemas/types/contract.d.ts'
import { actionTitle } from '#renderer/action/action-title.ts'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { isDestructive } from '#renderer/action/action-texts.ts'
import { actionsShown } from '#renderer/action/actions-shown.ts'
import { runAction } from '#renderer/action/run-action.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { MenuButton } from '#renderer/ui/menu-button.tsx'
import { Icon } from '#renderer/ui/icon.tsx'
import { readActions, wrongType, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { RecordGoneContext } from '#renderer/screen/record-gone.ts'
import { shownRecord } from '#renderer/screen/shown-record.ts'
import { BlockNotice, ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { usePageForms, type PageForms } from './page-forms.ts'
import { sendByAction, takesForm, usesForm } from './send-action.ts'

/** Which of the actions Ctrl+S and the save bar take: the one that stores and changes nothing else. */
const savingAction = (actions: readonly Action[]): Action | undefined => {
  const using = actions.filter(usesForm)
  return (
    using.find((action) => action.id === 'save') ??
    using.find((action) => action.id === 'draft') ??
    (using.length === 1 ? using[0] : undefined)
  )
}

/** Buttons; those that take a form's data send the form of the same page, with all that its own button would do. */
export default function ActionsBlock({ block, data, modals, document, pointer }: BlockProps) {
  const page = usePageForms()
  const gone = use(RecordGoneContext)
  const { t } = useLocale()
  const interpolated: unknown = typeof block.actions === 'string' ? interpolateDeep(block.actions, data) : block.actions
  const key = JSON.stringify(interpolated ?? null)
  const { actions: written, problems } = useMemo(() => {
    const parsed = JSON.parse(key) as unknown
    const found: DocumentProblem[] = []
    return { actions: Array.isArray(parsed) ? readActions(parsed, `${pointer}/actions`, found) : undefined, problems: found }
  }, [key, pointer])
  const context = useMemo((): ActionContext => ({ data, modals }), [data, modals])
  const actions = useMemo(() => written && actionsShown(written, shownRecord(data, block.record)), [written, data, block.record])

  useEffect(() => {
    const saving = gone ? undefined : savingAction(actions ?? [])
    if (!saving) return
    page.setState({
      saveBy: { id: saving.id ?? 'save', title: actionTitle(saving, context), primary: true, onSubmit: sendByAction(saving, context) },
    })
    return () => page.setState({ saveBy: undefined })
  }, [page, actions, context, gone])

  if (gone) return null
  if (actions === undefined && typeof block.actions !== 'string')
    return <ProblemNotices document={document} problems={[wrongType(`${pointer}/actions`, 'array', block.actions)]} />
  if (actions === undefined)
    return (
      <BlockNotice
        document={document}
        pointer={`${pointer}/actions`}
        messageKey="form.blocks.missing"
        values={{ name: String(block.actions) }}
      />
    )
  const { buttons, menu } = arrange(actions)
  const keyOf = (action: Action): string => `${action.id ?? action.type}-${actions.indexOf(action)}`
  const entries = menu.map((action, at) => ({
    key: keyOf(action),
    label: actionTitle(action, context),
    icon: action.icon,
    danger: isDestructive(action),
    divided: at > 0 && isDestructive(action) && !isDestructive(menu[at - 1]!),
    run: () => void press(action, context, page),
  }))
  // The focus stays in the field until the click: leaving it redraws the page and moves the button away from under the pointer.
  return (
    <div className="pf-actions" data-bar onMouseDown={(event) => event.preventDefault()}>
      <ProblemNotices document={document} problems={problems} />
      {buttons.map((action) => (
        <BlockAction key={keyOf(action)} action={action} context={context} page={page} />
      ))}
      {entries.length > 0 && (
        <MenuButton label={t('shell.actions')} className="pk-icon-button" entries={entries}>
          <Icon name="more" />
        </MenuButton>
      )}
    </div>
  )
}

/** Two harmless buttons are shown side by side. Of more, the main one is shown and the others are in a menu, destructive ones last. */
function arrange(actions: readonly Action[]): { buttons: Action[]; menu: Action[] } {
  const harmless = actions.filter((action) => !isDestructive(action))
  if (actions.length === 1 || (actions.length === 2 && harmless.length === 2)) return { buttons: [...actions], menu: [] }
  const main = harmless.find((action) => action.primary) ?? harmless[0]
  return { buttons: main ? [main] : [], menu: [...harmless.filter((action) => action !== main), ...actions.filter(isDestructive)] }
}

/** Runs an action, with the form of the same page if it uses one. */
async function press(action: Action, context: ActionContext, page: PageForms): Promise<void> {
  const form = page.getState().forms[0]
  if (form && usesForm(action)) await form.submit(sendByAction(action, context), actionTitle(action, context))
  else if (!form || !takesForm(action) || (await form.collect()) !== undefined)
    await runAction(action, { ...context, form: form?.readData() })
}

function BlockAction({ action, context, page }: { action: Action; context: ActionContext; page: PageForms }) {
  const [busy, setBusy] = useState(false)
  const color = action.color && action.color !== 'default' ? action.color : action.primary ? 'primary' : undefined
  async function run(): Promise<void> {
    if (busy) return
    setBusy(true)
    await press(action, context, page).finally(() => setBusy(false))
  }
  return (
    <button
      type="button"
      className={['pk-button', color && `pk-button-${color}`].filter(Boolean).join(' ')}
      data-action={action.id ?? action.type}
      disabled={busy}
      aria-busy={busy || undefined}
      onClick={() => void run()}
    >
      {action.icon && <Icon name={action.icon} size={16} />}
      <span>{actionTitle(action, context)}</span>
    </button>
  )
}
