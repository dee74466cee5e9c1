import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Combobox, useEmptyText, useLocale, type ComboboxOption, type EmptyKind, type FieldWidgetProps } from '#renderer'
import { buildTree, findNodes, pathOf, pathText, readRows, visibleNodes, type TreeKeys, type TreeNode } from './tree-nodes.ts'
import { useTexts } from './use-texts.ts'
import { top, useTreeRows, type TreeSource } from './use-tree-rows.ts'

interface TreeSelectProps extends Record<string, unknown>, TreeKeys {
  tree?: unknown[]
  endpoint?: string
  params?: Record<string, unknown>
  search_key?: string
  multiple?: boolean
  most_chips?: number
  leaves_only?: boolean
  empty?: EmptyKind
}

interface Schema {
  type?: unknown
  references?: unknown
  items?: { references?: unknown }
}

/** Chooses from a tree: branches open with the arrow keys or their button, a search finds nodes at any depth and shows their path. */
export default function TreeSelectField(field: FieldWidgetProps<unknown, TreeSelectProps>) {
  const source = sourceOf(field.props, field.schema)
  return <TreeSelect key={JSON.stringify(source)} field={field} source={source} />
}

/** Of one source: another one begins anew. */
function TreeSelect({ field, source }: { field: FieldWidgetProps<unknown, TreeSelectProps>; source: TreeSource | undefined }) {
  const { id, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, placeholder, props } = field
  const schema = field.schema as Schema
  const { t } = useLocale()
  const say = useTexts()
  const empty = useEmptyText(props.empty)
  const multiple = props.multiple ?? [schema.type].flat().includes('array')
  const values = value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? (value as unknown[]) : [value]
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [term, setTerm] = useState('')

  const isLazy = source?.parent_param !== undefined
  const remote = useTreeRows(source)
  const tree = useMemo(() => {
    const loaded = isLazy ? new Set([...remote.states].filter(([, status]) => status === 'done').map(([key]) => key)) : undefined
    return buildTree(source ? remote.rows : readRows(props.tree, {}), loaded)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a source is told by its rows
  }, [props.tree, remote.rows, remote.states, isLazy])
  const status = source ? remote.states.get(top) : 'done'

  const keys = values.map(String)
  const missing = keys.filter((key) => !tree.byKey.has(key)).join(',')
  const [named, setNamed] = useState('')
  const nameMissing = useEffectEvent(() => {
    if (!source || missing === '') return
    if (isLazy)
      void remote.readByKeys(missing.split(',')).then(
        () => setNamed(missing),
        () => setNamed(missing),
      )
    else remote.load(top)
  })
  useEffect(() => nameMissing(), [missing])
  const isNamed = !source || (isLazy ? named.split(',').includes(missing.split(',')[0]!) : status === 'done' || status === 'failed')

  const above = new Set(
    keys.flatMap((key) => {
      const node = tree.byKey.get(key)
      return node ? pathOf(node).map((one) => one.key) : []
    }),
  )
  const isOpen = (node: TreeNode): boolean => opened.get(node.key) ?? (above.has(node.key) && node.children !== undefined)
  const mayChoose = (node: TreeNode): boolean => !node.disabled && !(props.leaves_only && node.children?.length !== 0)

  function optionOf(node: TreeNode, level: number): ComboboxOption {
    const fault = node.misplaced && say(node.misplaced)
    return {
      value: node.value,
      title: node.title,
      disabled: !mayChoose(node),
      level,
      expanded: node.children?.length === 0 ? undefined : isOpen(node),
      note: fault,
    }
  }
  /** Shown under an open branch while its rows are loading, or if that failed. */
  function waitingBeneath(node: TreeNode, level: number): ComboboxOption[] {
    const state = remote.states.get(node.key)
    return !isOpen(node) || (state !== 'busy' && state !== 'failed')
      ? []
      : [
          {
            value: `${node.key} ${state}`,
            title: state === 'busy' ? t('form.select.loading') : say('failed'),
            disabled: true,
            level: level + 1,
          },
        ]
  }
  const isSearch = term.trim() !== ''
  const matches = !isSearch
    ? []
    : isLazy
      ? (remote.found?.keys ?? []).map((key) => tree.byKey.get(key)).filter((node) => node !== undefined)
      : findNodes(tree, term)
  const options = isSearch
    ? matches.map((node): ComboboxOption => ({
        ...optionOf(node, 1),
        level: undefined,
        expanded: undefined,
        note: [pathText(node), node.misplaced && say(node.misplaced)].filter(Boolean).join(' · ') || undefined,
      }))
    : visibleNodes(tree.roots, isOpen).flatMap(({ node, level }) => [optionOf(node, level), ...waitingBeneath(node, level)])

  const chosen = values.map((one): ComboboxOption => {
    const node = tree.byKey.get(String(one))
    return { value: one, title: node?.title ?? (isNamed ? say('unknown', { value: String(one) }) : '…'), note: node && pathText(node) }
  })
  function open(): void {
    if (!source) return
    remote.load(top)
    if (isLazy) for (const key of above) remote.load(key)
  }
  function expand(option: ComboboxOption, open: boolean): void {
    const key = String(option.value)
    setOpened((before) => new Map(before).set(key, open))
    if (open && isLazy) remote.load(key)
  }
  const isBusy =
    isSearch && isLazy
      ? remote.found?.keys === undefined && !remote.found?.failed
      : status === 'busy' || (source !== undefined && status === undefined)
  const hasFailed = isSearch && isLazy ? remote.found?.failed === true : status === 'failed'
  return (
    <Combobox
      id={id}
      label={label}
      multiple={multiple}
      options={options}
      chosen={chosen}
      clearable={!required}
      mostChips={props.most_chips ?? 5}
      empty={empty}
      disabled={disabled || readonly}
      required={required}
      invalid={invalid}
      describedBy={describedBy}
      placeholder={placeholder}
      busy={isBusy}
      notice={hasFailed ? t('form.select.failed') : undefined}
      actions={hasFailed ? [{ title: t('form.retry'), run: () => (isSearch ? remote.search(term) : remote.load(top)) }] : []}
      onOpen={open}
      onSearch={(typed) => {
        setTerm(typed)
        remote.search(typed)
      }}
      onExpand={isSearch ? ignore : expand}
      onChange={(next) => {
        onChange(multiple ? next.map((option) => option.value) : next[0]?.value)
        onBlur()
      }}
      onBlur={onBlur}
    />
  )
}

const ignore = () => {}

function sourceOf(
  { endpoint, params, value_key, title_key, parent_key, parent_param, search_key }: TreeSelectProps,
  schema: Schema,
): TreeSource | undefined {
  const reference = schema.references ?? schema.items?.references
  const call = endpoint ?? (reference === undefined ? undefined : 'list')
  return call === undefined
    ? undefined
    : {
        endpoint: call,
        params: { ...(call === 'list' && reference !== undefined ? { model: reference } : {}), ...params },
        value_key,
        title_key,
        parent_key,
        parent_param,
        search_key,
      }
}
