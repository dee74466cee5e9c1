import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { FormDocumentLayoutGroup } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { dropEmptyRows } from '#renderer/form/rows/drop-empty-rows.ts'
import { focusField } from '#renderer/form/validation/error-summary.tsx'
import { focusFirst } from '#renderer/ui/focus-first.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import { GroupErrors } from './layout-tabs.tsx'
import { keepFocus } from '#renderer/form/keep-focus.ts'
import { isAmong, pathsOf, useReveal, useShownGroups } from './use-layout-group.ts'

interface LayoutStepsProps {
  steps: FormDocumentLayoutGroup[]
  draw: (index: number) => ReactNode
}

/** Groups of fields as steps: going forward validates the fields of the step and focuses an error; going back is always possible. */
export function LayoutSteps({ steps, draw }: LayoutStepsProps) {
  const id = useId()
  const { t, formatNumber } = useLocale()
  const { store, form, idPrefix } = useFormScope()
  const shown = useShownGroups(steps)
  const [wanted, setStep] = useState(0)
  const step = shown.includes(wanted) ? wanted : shown[0]
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  if (step !== undefined && !opened.has(step)) setOpened(new Set(opened).add(step))
  useReveal((path) => {
    const index = shown.find((one) => isAmong(pathsOf(steps[one]!.fields), path))
    if (index !== undefined && index !== step) flushSync(() => setStep(index))
  })
  const latest = useRef(shown)
  useLayoutEffect(() => {
    latest.current = shown
  })
  if (step === undefined) return null
  const at = shown.indexOf(step)
  const place = t('form.steps.at', { number: formatNumber(at + 1), all: formatNumber(shown.length) })

  const open = (index: number, byKey = false): void => {
    flushSync(() => setStep(index))
    const body = document.getElementById(`${id}-body-${index}`)
    if (!byKey || !focusFirst(body)) body?.focus()
  }
  /** Validates the fields of a step and focuses the first error; true if there is none. */
  function check(index: number): boolean {
    store.flush()
    dropEmptyRows(store, form)
    store.recheck()
    const paths = pathsOf(steps[index]!.fields)
    const wrong = Object.entries(store.getState().problems)
      .filter(([path, messages]) => messages.length > 0 && isAmong(paths, path))
      .map(([path]) => path)
    if (wrong.length === 0) return true
    flushSync(() => store.setState(({ touched }) => ({ touched: new Set([...touched, ...wrong]) })))
    const first = paths.find((path) => wrong.some((one) => isAmong([path], one)))
    focusField(idPrefix, wrong.find((one) => first !== undefined && isAmong([first], one)) ?? wrong[0]!)
    return false
  }
  /** Goes to a step, or to the first before it in which something is wrong. */
  function goTo(to: number): void {
    if (shown.slice(at, shown.indexOf(to)).every(check)) open(to)
  }
  /** Goes to the next step, as determined by the data typed so far. */
  function goOn(byKey: boolean): void {
    flushSync(() => store.flush())
    const next = latest.current[latest.current.indexOf(step!) + 1]
    if (next !== undefined && check(step!)) open(next, byKey)
  }
  /** Enter in a field sends the form from the last step alone. */
  function onKeyDown(event: KeyboardEvent): void {
    if (
      event.key !== 'Enter' ||
      event.defaultPrevented ||
      event.nativeEvent.isComposing ||
      !(event.target instanceof HTMLInputElement) ||
      at === shown.length - 1
    )
      return
    event.preventDefault()
    goOn(true)
  }

  return (
    <div className="pf-steps" onKeyDown={onKeyDown} data-ahead={at < shown.length - 1 || undefined}>
      <ol className="pf-step-list" {...keepFocus} aria-label={t('form.steps.title')}>
        {shown.map((index, position) => (
          <li key={index} data-done={position < at || undefined}>
            <button type="button" aria-current={index === step ? 'step' : undefined} onClick={() => goTo(index)}>
              <span className="pf-step-number">{formatNumber(position + 1)}</span>
              {steps[index]!.title} <GroupErrors group={steps[index]!} />
            </button>
          </li>
        ))}
      </ol>
      {shown.map((index) => (
        <section
          key={index}
          id={`${id}-body-${index}`}
          tabIndex={-1}
          aria-label={index === step ? `${place}: ${steps[index]!.title}` : steps[index]!.title}
          hidden={index !== step}
        >
          {opened.has(index) && draw(index)}
        </section>
      ))}
      <div className="pf-step-foot" data-bar {...keepFocus}>
        <button type="button" className="pk-button" disabled={at === 0} onClick={() => open(shown[at - 1]!)}>
          {t('form.steps.previous')}
        </button>
        <span className="pf-description">{place}</span>
        <button
          type="button"
          className={`pk-button${at < shown.length - 1 ? ' pk-button-primary' : ''}`}
          disabled={at === shown.length - 1}
          onClick={() => goOn(false)}
        >
          {t('form.steps.next')}
        </button>
      </div>
    </div>
  )
}
