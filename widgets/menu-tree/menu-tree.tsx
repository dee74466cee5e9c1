import './menu-tree.css'
import { useDeferredValue, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { hasLabel, menuFaults, menuTypes, type MenuItem, type MenuType } from '#schemas/rules/values/menu-tree.ts'
import { Icon, useLocale, type FieldWidgetProps } from '#renderer'
import { ItemForm } from './item-form.tsx'
import { MenuPreview } from './menu-preview.tsx'
import {
  addItem,
  canStep,
  changeItem,
  flatten,
  itemAt,
  moveTo,
  readMenu,
  removeItem,
  step,
  type Moved,
  type Path,
  type Side,
  type Step,
} from './tree-moves.ts'
import { useTexts } from './use-texts.ts'

const idOf = (path: Path) => path.join('.children.')

/** A menu as a tree with its preview: entries are added, edited, dragged, and moved by Alt with the arrows. */
export default function MenuTreeField(field: FieldWidgetProps<MenuItem[]>) {
  const { value, onChange, onBlur, errors } = field
  const say = useTexts()
  const { dir, formatNumber } = useLocale()
  const items = useMemo(() => readMenu(value), [value])
  const previewed = useDeferredValue(items) // typing does not wait for the preview of a long menu
  const rows = flatten(items)
  const [active, setActive] = useState<Path>([0])
  const [open, setOpen] = useState<Path | null>(null)
  const [drop, setDrop] = useState<{ path: Path; side: Side } | null>(null)
  const [told, setTold] = useState('')
  const dragged = useRef<Path | null>(null)
  const tree = useRef<HTMLUListElement>(null)
  const isOff = field.disabled || field.readonly
  const faulty = new Set([...Object.keys(errors), ...menuFaults(items).map(({ path }) => path)].map(placeOf))

  function keep(next: MenuItem[]): void {
    onChange(next)
    onBlur()
  }
  const nameOf = (item: MenuItem) => item.label || say(`type.${item.type}`)
  const notesOf = (item: MenuItem) => [
    ...(item.type !== 'item' && item.label ? [say(`type.${item.type}`)] : []),
    ...(item.active ? [] : [say('off')]),
  ]
  function focus(path: Path): void {
    setActive(path)
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>(`[data-path="${idOf(path)}"]`)?.focus())
  }
  function take(moved: Moved | null, item: MenuItem): void {
    if (!moved) return setTold(say('cannot_move', { name: nameOf(item) }))
    keep(moved.items)
    setOpen((before) => before && moved.path)
    focus(moved.path)
    setTold(say('moved', { name: nameOf(item), place: formatNumber(moved.path.at(-1)! + 1), level: formatNumber(moved.path.length) }))
  }
  function add(type: MenuType): void {
    const after = rows.length > 0 && itemAt(items, active) ? active : undefined
    const added = addItem(items, type, after)
    keep(added.items)
    setActive(added.path)
    setOpen(hasLabel(type) ? added.path : null)
  }
  function remove(path: Path): void {
    const index = rows.findIndex((row) => idOf(row.path) === idOf(path))
    keep(removeItem(items, path))
    setOpen(null)
    focus(rows[Math.max(0, index - 1)]?.path ?? [0])
  }
  function onKeyDown(event: KeyboardEvent, path: Path, item: MenuItem): void {
    if (event.target !== event.currentTarget) return
    const inward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const outward = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const ways: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', [inward]: 'indent', [outward]: 'outdent' }
    const way = ways[event.key]
    const at = rows.findIndex((row) => idOf(row.path) === idOf(path))
    const next = way === 'up' ? rows[at - 1] : way === 'down' ? rows[at + 1] : undefined
    if (event.altKey && way && !isOff) take(step(items, path, way), item)
    else if (next && !event.altKey) focus(next.path)
    else if (event.key === 'Enter' || event.key === ' ') setOpen(open && idOf(open) === idOf(path) ? null : path)
    else if (event.key === 'Delete' && !isOff) remove(path)
    else if (event.key === 'Escape' && open) setOpen(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function onDragOver(event: DragEvent<HTMLElement>, path: Path): void {
    if (!dragged.current) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const at = (event.clientY - top) / height
    setDrop({ path, side: at < 0.3 ? 'before' : at > 0.7 ? 'after' : 'inside' })
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault()
    const item = dragged.current && itemAt(items, dragged.current)
    if (item && drop) take(moveTo(items, dragged.current!, drop.path, drop.side), item)
    dragged.current = null
    setDrop(null)
  }
  return (
    <div className="menu-tree" aria-describedby={field.describedBy}>
      <div className="menu-tree-editor">
        {!isOff && (
          <div className="menu-tree-add" role="toolbar" aria-label={say('add')}>
            {menuTypes.map((type) => (
              <button key={type} type="button" onClick={() => add(type)}>
                <Icon name="plus" size={14} /> {say(`type.${type}`)}
              </button>
            ))}
          </div>
        )}
        {rows.length === 0 && <p className="menu-tree-empty">{say('empty')}</p>}
        <ul ref={tree} role="tree" aria-label={field.label} className="menu-tree-rows">
          {rows.map(({ item, path }) => {
            const key = idOf(path)
            const isOpen = open !== null && idOf(open) === key
            const side = drop && idOf(drop.path) === key ? drop.side : undefined
            return (
              <li
                key={item.id}
                role="treeitem"
                aria-level={path.length}
                aria-expanded={isOpen}
                aria-selected={isOpen}
                aria-label={[nameOf(item), ...notesOf(item)].join(' ')}
                tabIndex={idOf(active) === key || (!itemAt(items, active) && path.length === 1 && path[0] === 0) ? 0 : -1}
                data-path={key}
                data-drop={side}
                data-type={item.type}
                data-off={!item.active || undefined}
                data-faulty={faulty.has(key) || undefined}
                onKeyDown={(event) => onKeyDown(event, path, item)}
                onFocus={(event) => event.target === event.currentTarget && setActive(path)}
              >
                <div
                  className="menu-tree-row"
                  style={{ paddingInlineStart: (path.length - 1) * 24 }}
                  draggable={!isOff}
                  onDragStart={(event) => {
                    dragged.current = path
                    event.dataTransfer.effectAllowed = 'move'
                    event.dataTransfer.setData('text/plain', nameOf(item))
                  }}
                  onDragOver={(event) => onDragOver(event, path)}
                  onDrop={onDrop}
                  onDragEnd={() => setDrop(null)}
                  onClick={() => {
                    setActive(path)
                    setOpen(isOpen ? null : path)
                  }}
                >
                  <span className="menu-tree-name">
                    <span className="menu-tree-icon">{item.icon && <Icon name={item.icon} size={16} />}</span>
                    <bdi>{nameOf(item)}</bdi>
                    {notesOf(item).map((note) => (
                      <small key={note}> {note}</small>
                    ))}
                  </span>
                  {!isOff && (
                    <span className="menu-tree-steps" onClick={(event) => event.stopPropagation()}>
                      {(['up', 'down', 'outdent', 'indent'] as const).map((way) => (
                        <button
                          key={way}
                          type="button"
                          tabIndex={-1}
                          title={say(`step.${way}`)}
                          aria-label={say(`step.${way}`)}
                          disabled={!canStep(items, path, way)}
                          onClick={() => take(step(items, path, way), item)}
                        >
                          <Icon name={stepIcons[way]} size={14} />
                        </button>
                      ))}
                      <button type="button" tabIndex={-1} title={say('remove')} aria-label={say('remove')} onClick={() => remove(path)}>
                        <Icon name="delete" size={14} />
                      </button>
                    </span>
                  )}
                </div>
                {isOpen && (
                  <ItemForm
                    field={field}
                    item={item}
                    place={key}
                    say={say}
                    onChange={(change) => onChange(changeItem(items, path, change))}
                  />
                )}
              </li>
            )
          })}
        </ul>
        <p className="pk-visually-hidden" role="status">
          {told}
        </p>
      </div>
      <MenuPreview items={previewed} say={say} />
    </div>
  )
}

/** The entry that a fault is of: `0.children.1` of `0.children.1.link`. */
const placeOf = (path: string): string => /^\d+(\.children\.\d+)*/.exec(path)?.[0] ?? ''

/** `Icon` mirrors what points sideways from right to left. */
const stepIcons: Record<Step, string> = { up: 'arrow-up', down: 'arrow-down', outdent: 'arrow-left', indent: 'arrow-right' }
