import { useState } from 'react'
import { asFailure, callNamed, controlAttributes, isCancelled, showFailure, showToast, useLocale, type FieldWidgetProps } from '#renderer'

interface CheckboxProps extends Record<string, unknown> {
  on?: unknown
  off?: unknown
  /** Called on each change with the field's name and its new value; when it fails the tick goes back. */
  endpoint?: string
  method?: 'POST' | 'PUT' | 'PATCH'
  params?: Record<string, unknown>
}

export default function CheckboxField(field: FieldWidgetProps<unknown, CheckboxProps>) {
  const { name, value, onChange, onBlur, disabled, readonly, schema, props, hold, noteStored } = field
  const { t } = useLocale()
  const [busy, setBusy] = useState(false)
  const isBoolean = ([] as unknown[]).concat(schema.type ?? []).includes('boolean')
  const on = props.on ?? (isBoolean ? true : 1)
  const off = props.off ?? (isBoolean ? false : 0)
  const checked = value === on || (props.on === undefined && (value === true || value === 1))

  async function toggle(next: unknown): Promise<void> {
    const before = value
    onChange(next)
    onBlur()
    if (!props.endpoint) return
    setBusy(true)
    const storing = store(props.endpoint, next, before)
    // A save that is pressed meanwhile goes out with the version that the record has then.
    hold(storing)
    await storing
    setBusy(false)
  }
  async function store(endpoint: string, next: unknown, before: unknown): Promise<void> {
    try {
      const { results } = await callNamed(endpoint, { method: props.method ?? 'POST', payload: { ...props.params, name, value: next } })
      showToast({ tone: 'success', text: t('form.stored') })
      await noteStored(next, results)
    } catch (thrown) {
      onChange(before)
      onBlur()
      if (!isCancelled(thrown)) showFailure(asFailure(thrown, endpoint))
    }
  }
  return (
    <input
      {...controlAttributes(field)}
      type="checkbox"
      className="pf-check"
      checked={checked}
      disabled={disabled || readonly || busy}
      onChange={() => void toggle(checked ? off : on)}
    />
  )
}
