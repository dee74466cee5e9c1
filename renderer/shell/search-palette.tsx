import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { LayoutAnswer, Target } from '#schemas/types/contract.d.ts'
import { follow } from '#renderer/routing/follow.ts'
import { confirmLeave } from '#renderer/dialog/unsaved.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { linkTo, useRoutes } from '#renderer/routing/route-store.ts'
import { isInternal, matchRoute } from '#renderer/routing/route-table.ts'
import { openProblemReport } from '#renderer/report/open-report.ts'
import { useSession } from '#renderer/session/use-session.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { useFoundRecords } from './found-records.ts'
import { findEntries, searchEntries, type SearchEntry } from './search-entries.ts'
import type { PinnedPage } from './pinned-pages.ts'
import { readRecent } from './recent-pages.ts'
import { sidebarNodes } from './sidebar-items.ts'

/**
 * Finds pages by their names and records by their words, and opens them: type, arrows, Enter; Escape closes. A native dialog with an ARIA
 * combobox in it.
 */
export default function SearchPalette({ layout, onClose }: { layout: LayoutAnswer; onClose: () => void }) {
  const { t } = useLocale()
  const { isDeveloper } = useSession()
  const routes = useRoutes((state) => state.routes)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [term, setTerm] = useState('')
  const [active, setActive] = useState(0)
  const entries = useMemo(() => {
    const nodes = sidebarNodes(layout, isDeveloper, {
      settings: t('shell.settings'),
      developerTools: t('shell.developer_tools'),
      developer: (tool) => t(`shell.developer.${tool}`),
    })
    const leads = (to: Target) => {
      const href = linkTo(to)
      return href !== null && (!isInternal(href) || matchRoute(routes ?? [], new URL(href, window.location.href).pathname) !== null)
    }
    const { report } = layout
    const commands: SearchEntry[] = report
      ? [
          {
            key: 'report-problem',
            label: t('shell.report_problem'),
            trail: '',
            icon: 'warning',
            to: '',
            run: () => openProblemReport(report, 'palette'),
          },
        ]
      : []
    return [...searchEntries(nodes, layout, t('shell.create'), leads), ...commands]
  }, [layout, isDeveloper, routes, t])
  const user = useSession().user?.id
  const pages = useMemo(() => {
    const own = [
      ...pageEntries(layout.pinned ?? [], t('shell.pinned'), 'pushpin'),
      ...pageEntries(readRecent(user), t('shell.recent'), 'history'),
    ]
    return findEntries(term === '' ? [...own, ...entries] : entries, term)
  }, [layout, user, entries, term, t])
  const found = useFoundRecords(term, layout.flags?.help === true)
  const shown = [...pages, ...found.entries]
  const sections = sectionsOf(shown, t('shell.search_pages'))
  const at = Math.min(active, shown.length - 1)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const open = async (entry: SearchEntry | undefined) => {
    if (!entry) return
    dialog.current?.close()
    if (entry.run) entry.run()
    else if (await confirmLeave(entry.to)) follow(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || shown.length === 0) return
    const to = { ArrowDown: (at + 1) % shown.length, ArrowUp: (at - 1 + shown.length) % shown.length }[event.key]
    if (to !== undefined) setActive(to)
    else if (event.key === 'Enter') void open(shown[at])
    else return
    event.preventDefault()
  }
  const status = found.status !== null ? t(`shell.search_${found.status}`) : shown.length > 0 ? '' : t('shell.search_empty', { text: term })
  return (
    <dialog
      ref={dialog}
      className="pk-dialog pk-palette"
      aria-label={t('shell.search')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <div className="pk-palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          type="text"
          dir={term ? 'auto' : undefined}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={term}
          aria-label={t('shell.search')}
          placeholder={t('shell.search_placeholder')}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
          onChange={(event) => {
            setTerm(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={id} role="listbox" aria-label={t('shell.search')} className="pk-palette-list">
        {sections.map(({ title, entries: listed }) => (
          <ul key={listed[0]!.entry.key} role="group" aria-label={title}>
            {(sections.length > 1 || listed[0]!.entry.section !== undefined) && (
              <li role="presentation" className="pk-palette-heading">
                <bdi>{title}</bdi>
              </li>
            )}
            {listed.map(({ entry, index }) => (
              <li
                key={entry.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                onMouseMove={() => {
                  if (index !== at) setActive(index)
                }}
                onClick={() => void open(entry)}
              >
                <Icon name={entry.icon} size={16} />
                <bdi>{entry.label}</bdi>
                {entry.trail && <bdi className="pk-palette-trail">{entry.trail}</bdi>}
              </li>
            ))}
          </ul>
        ))}
      </div>
      <p role="status" className={status === '' ? 'pk-visually-hidden' : 'pk-palette-empty'}>
        {status}
      </p>
    </dialog>
  )
}

const pageEntries = (pages: readonly PinnedPage[], section: string, icon: string): SearchEntry[] =>
  pages.map(({ title, path }) => ({ key: `${icon}-${path}`, label: title, trail: '', icon, to: path, section }))

interface Section {
  title: string
  entries: { entry: SearchEntry; index: number }[]
}

/** Entries under their headings, in their order; `index` is the place among all. */
function sectionsOf(shown: readonly SearchEntry[], usual: string): Section[] {
  const sections: Section[] = []
  shown.forEach((entry, index) => {
    const title = entry.section ?? usual
    const last = sections.at(-1)
    if (last?.title === title) last.entries.push({ entry, index })
    else sections.push({ title, entries: [{ entry, index }] })
  })
  return sections
}
