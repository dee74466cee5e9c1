import { Fragment, useEffect, useState, type UIEvent } from 'react'

export interface ComboboxOption {
  value: unknown
  title: string
  color?: string
  disabled?: boolean
  /** Second line, e.g. how to reach a person. */
  note?: string
  /** Short name by which it is found before others, e.g. `98` of a country. */
  code?: string
  /** Heading of its group; options of one group follow each other. */
  group?: string
  /** Depth in a tree, from 1. */
  level?: number
  /** Whether the branch beneath it is open; undefined where there is none. */
  expanded?: boolean
}

/** An action in the list besides choosing. */
export interface ListAction {
  title: string
  run: (term: string) => void
  /** Closes the list. */ closes?: boolean
}

interface OptionListProps {
  id: string
  label: string
  multiple: boolean
  options: readonly ComboboxOption[]
  isChosen: (option: ComboboxOption) => boolean
  /** Place of the one that the keys are on: the options first, then the actions. */
  active: number
  busy?: boolean
  /** Text shown instead of options. */
  notice?: string
  actions: readonly ListAction[]
  onActive: (place: number) => void
  onTake: (option: ComboboxOption) => void
  onAct: (action: ListAction) => void
  onMore?: () => void
  /** The options are those of a tree. */
  onExpand?: (option: ComboboxOption, open: boolean) => void
}

/** Options that are drawn at first and added each time the end comes into view: thousands of them must not delay opening. */
const step = 100
const nearEndPx = 80
const indentPx = 20

/** The list of a combobox: options by group, actions, or a text. */
export function OptionList({
  id,
  label,
  multiple,
  options,
  isChosen,
  active,
  busy,
  notice,
  actions,
  onActive,
  onTake,
  onAct,
  onMore,
  onExpand,
}: OptionListProps) {
  const role = onExpand ? 'treeitem' : 'option'
  const [revealed, setRevealed] = useState({ options, count: step })
  const count = Math.max(
    revealed.options === options || isContinued(revealed.options, options) ? revealed.count : step,
    active < options.length ? active + 20 : 0,
  )

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  function onScroll({ currentTarget: list }: UIEvent<HTMLElement>): void {
    if (list.scrollHeight - list.scrollTop - list.clientHeight > nearEndPx) return
    if (count < options.length) setRevealed({ options, count: count + step })
    else onMore?.()
  }
  return (
    <ul
      id={id}
      role={onExpand ? 'tree' : 'listbox'}
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      aria-busy={busy || undefined}
      className="pf-options"
      onMouseDown={(event) => event.preventDefault()}
      onScroll={onScroll}
    >
      {options.slice(0, count).map((option, index) => (
        <Fragment key={String(option.value)}>
          {option.group && option.group !== options[index - 1]?.group && (
            <li role="presentation" className="pf-option-group">
              <bdi>{option.group}</bdi>
            </li>
          )}
          <li
            id={`${id}-${index}`}
            role={role}
            aria-selected={isChosen(option)}
            aria-level={onExpand && (option.level ?? 1)}
            aria-expanded={option.expanded}
            style={option.level === undefined ? undefined : { paddingInlineStart: 6 + (option.level - 1) * indentPx }}
            aria-disabled={option.disabled || undefined}
            aria-setsize={onExpand ? undefined : options.length}
            aria-posinset={onExpand ? undefined : index + 1}
            data-active={index === active || undefined}
            onMouseMove={() => {
              if (index !== active) onActive(index)
            }}
            onClick={() => onTake(option)}
          >
            {onExpand && option.level !== undefined && (
              <i
                className="pf-twist"
                data-open={option.expanded}
                onClick={(event) => {
                  event.stopPropagation()
                  if (option.expanded !== undefined) onExpand(option, !option.expanded)
                }}
              />
            )}
            {option.color && <i className="pf-dot" data-color={option.color} style={dotStyle(option.color)} />}
            <span>
              <bdi>{option.title}</bdi>
              {option.note && (
                <small>
                  <bdi>{option.note}</bdi>
                </small>
              )}
            </span>
          </li>
        </Fragment>
      ))}
      {notice && (
        <li role={role} aria-disabled="true" aria-selected="false" className="pf-no-options">
          {notice}
        </li>
      )}
      {actions.map((action, index) => (
        <li
          key={action.title}
          id={`${id}-${options.length + index}`}
          role={role}
          aria-selected="false"
          className="pf-option-action"
          data-active={options.length + index === active || undefined}
          onMouseMove={() => onActive(options.length + index)}
          onClick={() => onAct(action)}
        >
          <bdi>{action.title}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** Whether options were appended to the shown ones: the scroll position then stays. */
const isContinued = (before: readonly ComboboxOption[], after: readonly ComboboxOption[]): boolean =>
  before.length > 0 && after.length > before.length && before[0]?.value === after[0]?.value

/** A named role of the panel has a class; any other value is a CSS colour. */
export const dotStyle = (color: string) => (/^#[0-9a-f]{3,8}$/i.test(color) ? { background: color } : undefined)
