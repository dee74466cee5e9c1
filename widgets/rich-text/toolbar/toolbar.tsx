import { useState, type KeyboardEvent } from 'react'
import { ReactEditor, useSlateSelector, useSlateStatic } from 'slate-react'
import type { RichEditor } from '#widgets/rich-text/model.ts'
import { firstTools, mostOnPhone, presets } from './presets.ts'
import { ToolbarButton } from './toolbar-button.tsx'
import { ToolControl, type ToolbarProps } from './tool-control.tsx'
import { isSameState, readState } from './toolbar-state.ts'

/** The controls of a preset, as one stop of Tab with arrows inside. */
export function Toolbar(props: ToolbarProps) {
  const { preset, say, isSource, label, id } = props
  const [isWhole, setWhole] = useState(false)
  const hasMore = presets[preset].flat().length > mostOnPhone
  const editor = useSlateStatic() as RichEditor
  const state = useSlateSelector((any) => readState(any as RichEditor), isSameState)

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    if (!(event.target as HTMLElement).matches('.rt-button')) return
    const all = buttonsIn(event.currentTarget)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const to =
      event.key === forward
        ? at + 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowRight'
          ? at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? all.length - 1
              : undefined
    if (event.key === 'Escape') ReactEditor.focus(editor)
    else if (event.key === 'ArrowDown' && document.activeElement?.getAttribute('aria-haspopup') === 'menu')
      (document.activeElement as HTMLElement).click()
    else if (to === undefined) return
    else focusButton(all, (to + all.length) % all.length)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      role="toolbar"
      aria-label={say('toolbar', { label })}
      aria-controls={id}
      className="rt-toolbar"
      data-whole={isWhole || !hasMore || undefined}
      ref={prepare}
      onKeyDown={move}
      onFocus={(event) => {
        const all = buttonsIn(event.currentTarget)
        const at = all.indexOf(event.target as HTMLElement)
        if (at !== -1) rove(all, at)
      }}
    >
      {presets[preset].map((group) => (
        <div className="rt-group" key={group.join()}>
          {group
            .filter((tool) => tool !== 'image' || props.pickImages)
            .map((tool) => (
              <span key={tool} className="rt-tool" data-more={!firstTools.has(tool) || undefined}>
                <ToolControl
                  tool={tool}
                  state={state}
                  editor={editor}
                  toolbar={{ ...props, disabled: props.disabled || (isSource && tool !== 'source' && tool !== 'fullscreen') }}
                />
              </span>
            ))}
        </div>
      ))}
      {hasMore && (
        <div className="rt-group rt-overflow">
          <ToolbarButton label={say('more')} icon="more" expanded={isWhole} onClick={() => setWhole(!isWhole)} />
        </div>
      )}
    </div>
  )
}

/** The buttons of the toolbar that are in sight. */
const buttonsIn = (bar: HTMLElement): HTMLElement[] =>
  [...bar.querySelectorAll<HTMLElement>('.rt-button')].filter((button) => button.checkVisibility?.() ?? true)

/** One button of the toolbar is in the order of Tab. */
const rove = (all: HTMLElement[], at: number): void =>
  all.forEach((button, index) => {
    button.tabIndex = index === at ? 0 : -1
  })
function focusButton(all: HTMLElement[], at: number): void {
  rove(all, at)
  all[at]?.focus()
}
function prepare(bar: HTMLElement | null): void {
  const all = bar ? buttonsIn(bar) : []
  if (!all.some((button) => button.tabIndex === 0)) rove(all, 0)
}
