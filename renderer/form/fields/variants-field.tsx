import type { FieldProps } from '@rjsf/utils'
import { useEffect, useState } from 'react'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { Combobox } from '#renderer/form/controls/choices/combobox.tsx'
import { FieldFrame } from '#renderer/form/layout/field-frame.tsx'
import { idAt, useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { Group } from '#renderer/form/layout/group-template.tsx'
import { type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { humanise } from '#renderer/form/schema/label.ts'
import { formatPath, getAt, isEmpty, type PathList } from '#renderer/form/data/path.ts'
import { isRequiredAt } from '#renderer/form/validation/required-at.ts'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { useDisabled, useMessages, useVisible } from './use-field-state.ts'
import { changeVariant, constantIn, ownValues, variantIn, variantSchema, type Variants } from '#renderer/form/schema/variants.ts'
import { SchemaField } from './schema-field.tsx'

/** An object with several shapes: a chooser in place of the field that distinguishes them, and the fields of the chosen shape. */
export function VariantsField({ variants, ...props }: FieldProps & { variants: Variants }) {
  const { registry, fieldPathId, name, disabled, readonly, onChange, onBlur, onFocus } = props
  const uiTree = props.uiSchema as Record<string, FieldProps['uiSchema']> | undefined
  const ui = uiOf(uiTree)
  const path = fieldPathId.path as PathList
  const root = registry.rootSchema as FieldSchema
  const { store, idPrefix } = useFormScope()
  const data = useFormState((state) => getAt(state.data, path))
  const visible = useVisible(ui, path)
  const [chosen, setChosen] = useState<number>()
  /** Text typed into the variants that are not chosen. */
  const [typed, setTyped] = useState<Readonly<Record<number, Record<string, unknown>>>>({})
  const leave = (): void => {
    if (at !== undefined) setTyped({ ...typed, [at]: ownValues(variants, getAt(store.getState().data, path), at) })
  }
  // The form itself and the rows of a list always exist; any other object is optional.
  const isOptional = typeof path.at(-1) === 'string' && !props.required
  const at = variantIn(variants, data, root, chosen, isOptional)
  if (chosen !== at) setChosen(at)
  const { discriminator, branches, isField } = variants
  const constant = discriminator === undefined || at === undefined ? undefined : constantIn(branches[at], discriminator)

  const isAsLoaded = useFormState((state) => getAt(state.baseline, path) === getAt(state.data, path))
  // A value that the user begins to fill in gets the variant's constant; a stored value without it stays as it is.
  const isUntold =
    discriminator !== undefined &&
    !isField &&
    !isAsLoaded &&
    isRecord(data) &&
    data[discriminator] === undefined &&
    Object.values(data).some((value) => !isEmpty(value))
  useEffect(() => {
    if (isUntold) store.commit([...path, discriminator!], constant)
  }, [isUntold, store, path, discriminator, constant])

  if (!visible) return null
  const schema = variantSchema(variants, at)
  const off = readonly === true || schema.readOnly === true
  const chooserName = discriminator ?? ''
  const chooser = !isField && (
    <VariantChooser
      key={`${chooserName}?`}
      variants={variants}
      at={at}
      place={[...path, ...(discriminator === undefined ? [] : [discriminator])]}
      ui={uiOf(uiTree?.[chooserName])}
      off={off || disabled === true}
      listed={discriminator !== undefined && schema.required?.includes(discriminator) === true}
      onChoose={(next) => {
        store.flush()
        leave()
        setChosen(next)
        store.commit(path, changeVariant(variants, getAt(store.getState().data, path), at, next, root, typed[next]))
      }}
      onClear={
        path.length > 0 && !props.required && at !== undefined
          ? () => {
              leave()
              setChosen(undefined)
              store.commit(path, undefined)
            }
          : undefined
      }
    />
  )
  const fields = new Map<string, React.ReactNode>()
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    // The chooser replaces the field of the discriminator.
    if (
      chooser &&
      !fields.has(chooserName) &&
      (key === discriminator || (discriminator === undefined && at !== undefined && Object.hasOwn(branches[at]?.properties ?? {}, key)))
    )
      fields.set(chooserName, chooser)
    if (key === discriminator && chooser) continue
    const here = [...path, key]
    fields.set(
      key,
      <SchemaField
        key={key}
        name={key}
        schema={property as object}
        uiSchema={uiTree?.[key] ?? noUi}
        registry={registry}
        fieldPathId={{ $id: idAt(idPrefix, formatPath(here)), path: here }}
        required={schema.required?.includes(key) ?? false}
        disabled={disabled}
        readonly={off}
        onChange={onChange}
        onBlur={onBlur}
        onFocus={onFocus}
      />,
    )
  }
  if (chooser && !fields.has(chooserName)) fields.set(chooserName, chooser)
  return <Group path={path} id={fieldPathId.$id} name={name} schema={variants.base} ui={ui} fields={fields} registry={registry} />
}

const noUi = {}

interface ChooserProps {
  variants: Variants
  at: number | undefined
  place: PathList
  ui: ReturnType<typeof uiOf>
  off: boolean
  listed: boolean
  onChoose: (at: number) => void
  onClear?: () => void
}

function VariantChooser({ variants: { branches, discriminator }, at, place, ui, off, listed, onChoose, onClear }: ChooserProps) {
  const { t, formatNumber } = useLocale()
  const { form, idPrefix } = useFormScope()
  const disabled = useDisabled(ui, place) || off
  const messages = useMessages(discriminator === undefined ? '' : formatPath(place))
  const required = useFormState((state) => discriminator !== undefined && isRequiredAt(form, {}, ui, place, listed, state.data))
  const label = ui.title ?? (discriminator === undefined ? t('form.branch') : humanise(discriminator))
  const id = discriminator === undefined ? `${idAt(idPrefix, formatPath(place))}-variant` : idAt(idPrefix, formatPath(place))
  const titleOf = (branch: FieldSchema, index: number): string => {
    const constant = discriminator === undefined ? undefined : constantIn(branch, discriminator)
    const optionTitle = Array.isArray(ui.options) ? ui.options.find(({ value }) => value === constant)?.title : undefined
    return branch.title ?? optionTitle ?? (constant === undefined ? `${label} ${formatNumber(index + 1)}` : humanise(String(constant)))
  }
  const options = branches.map((branch, index) => ({ value: index, title: titleOf(branch, index) }))
  return (
    <FieldFrame id={id} label={label} required={required} description={ui.description} messages={messages}>
      <Combobox
        id={id}
        label={label}
        options={options}
        chosen={at === undefined ? [] : [options[at]!]}
        clearable={onClear !== undefined}
        disabled={disabled}
        required={required}
        invalid={messages.length > 0}
        describedBy={messages.length > 0 ? `${id}-error` : undefined}
        onChange={([option]) => {
          if (option === undefined) onClear?.()
          else if (option.value !== at) onChoose(option.value as number)
        }}
        onBlur={() => {}}
      />
    </FieldFrame>
  )
}
