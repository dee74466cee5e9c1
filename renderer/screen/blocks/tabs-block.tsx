import { useId, useState, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router'
import { interpolate } from '#schemas/rules/text/interpolate.ts'
import type { ScreenBlock } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { hasTexts, readList, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { ProblemNotices } from './block-notice.tsx'
import { isBodyShown } from './block-visibility.ts'
import type { BlockProps } from './block-props.ts'
import { BlockList } from './blocks.tsx'

type Tab = NonNullable<ScreenBlock['tabs']>[number]

/** Key of the URL: the first tabs of a screen take `section`, those inside them `section-2` and so on. */
const queryKey = (pointer: string): string => {
  const depth = pointer.split('/tabs/').length
  return depth === 1 ? 'section' : `section-${depth}`
}

/** Blocks in tabs. The open tab is in the URL; tabs that were opened stay mounted, with their typed text. */
export function TabsBlock({ block, pointer, ...rest }: BlockProps) {
  const id = useId()
  const { dir } = useLocale()
  const [query, setQuery] = useSearchParams()
  const problems: DocumentProblem[] = []
  const tabs = readList<Tab>(block.tabs, `${pointer}/tabs`, hasTexts('key', 'title'), problems).filter((tab) =>
    isBodyShown(tab.body, rest.data),
  )
  const key = queryKey(pointer)
  const open = tabs.find((tab) => tab.key === query.get(key))?.key ?? tabs[0]?.key
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  if (open !== undefined && !visited.has(open)) setVisited(new Set(visited).add(open))

  function show(next: string): void {
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === tabs[0]?.key) after.delete(key)
        else after.set(key, next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  function onKeyDown(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.key === open)
    const forward = dir === 'rtl' ? -1 : 1
    const step: Record<string, number> = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: tabs.length - 1 }
    const next = tabs[((step[event.key] ?? NaN) + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    show(next.key)
    document.getElementById(`${id}-${next.key}-tab`)?.focus()
  }
  return (
    <div className="pf-tabs">
      <ProblemNotices document={rest.document} problems={problems} />
      <div role="tablist" className="pf-tab-list" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}-tab`}
            type="button"
            role="tab"
            aria-selected={tab.key === open}
            aria-controls={`${id}-${tab.key}`}
            tabIndex={tab.key === open ? 0 : -1}
            onClick={() => show(tab.key)}
          >
            <bdi>{interpolate(tab.title, rest.data)}</bdi>
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div key={tab.key} id={`${id}-${tab.key}`} role="tabpanel" aria-labelledby={`${id}-${tab.key}-tab`} hidden={tab.key !== open}>
          {(visited.has(tab.key) || tab.key === open) && (
            <BlockList body={tab.body} pointer={`${pointer}/tabs/${block.tabs?.indexOf(tab)}/body`} {...rest} />
          )}
        </div>
      ))}
    </div>
  )
}
