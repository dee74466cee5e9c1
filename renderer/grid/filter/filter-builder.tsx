import { useRef, useState } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { GridDialog } from '#renderer/grid/popover/grid-dialog.tsx'
import type { GridQuery } from '#renderer/grid/data/grid-query.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { isWhereGroup, whereLimits, type WhereNode } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import { BuilderRow } from './builder-row.tsx'
import {
  builderOf,
  builtTerm,
  canAdd,
  changeNode,
  isBuilderGroup,
  newCondition,
  newGroup,
  unfinished,
  type BuilderGroup,
  type BuilderNode,
} from './builder-tree.ts'
import { fits, inGroups } from './terms.ts'

interface FilterBuilderProps {
  filters: GridFilter[]
  query: GridQuery
  terms: readonly WhereNode[]
  opener: HTMLElement
  formats: CellFormats
  onApply: (terms: WhereNode[]) => void
  onClose: () => void
}

/** Builds conditions in groups of which all or any hold. Escape leaves everything as it was. */
export default function FilterBuilder({ filters, query, terms, opener, formats, onApply, onClose }: FilterBuilderProps) {
  const { t } = formats
  const body = useRef<HTMLDivElement>(null)
  const offered = filters.filter(inGroups)
  // A filter under its own key always applies in addition to the groups.
  const isInside = (term: WhereNode) => isWhereGroup(term) || offered.some(({ key }) => key === term.key)
  const [root, setRoot] = useState(() => {
    const inside = builderOf(terms.filter(isInside))
    return inside.of.length > 0 || !offered[0] ? inside : { ...inside, of: [newCondition(offered[0])] }
  })
  const [problem, setProblem] = useState<{ id: number | null; text: string } | null>(null)
  const change = (next: BuilderGroup) => {
    setProblem(null)
    setRoot(next)
  }
  const apply = () => {
    const missing = unfinished(root)
    if (missing) {
      setProblem({ id: missing.id, text: t('grid.unfinished') })
      body.current?.querySelector<HTMLElement>(`[data-condition="${missing.id}"] :is(input, .grid-builder-value)`)?.focus()
      return
    }
    const next = [...terms.filter((term) => !isInside(term)), builtTerm(root)]
    if (fits(query, next, filters)) onApply(next)
    else setProblem({ id: null, text: t('grid.too_many_conditions', whereLimits) })
  }
  const adds = canAdd(root) && offered[0] ? offered[0] : null
  const drawGroup = (group: BuilderGroup, depth: number) => (
    <fieldset className="grid-builder-group" data-depth={depth}>
      <legend className="grid-unseen">{t('grid.filter_group')}</legend>
      <div className="grid-builder-join" role="radiogroup" aria-label={t('grid.join')}>
        {(['and', 'or'] as const).map((join) => (
          <label key={join}>
            <input
              type="radio"
              name={`join-${group.id}`}
              checked={group.join === join}
              onChange={() => change(changeNode(root, group.id, (node) => ({ ...node, join }) as BuilderNode))}
            />
            <span>{t(join === 'and' ? 'grid.all_hold' : 'grid.any_holds')}</span>
          </label>
        ))}
        {depth > 1 ? (
          <button
            type="button"
            className="grid-builder-remove"
            aria-label={t('grid.remove_group')}
            onClick={() => change(changeNode(root, group.id, () => null))}
          >
            <Icon name="close" size={16} />
          </button>
        ) : null}
      </div>
      {group.of.map((node) =>
        isBuilderGroup(node) ? (
          <div key={node.id}>{drawGroup(node, depth + 1)}</div>
        ) : (
          <BuilderRow
            key={node.id}
            node={node}
            filters={offered}
            formats={formats}
            problem={problem?.id === node.id ? problem.text : null}
            onChange={(next) => change(changeNode(root, node.id, () => next))}
            onRemove={() => change(changeNode(root, node.id, () => null))}
          />
        ),
      )}
      <div className="grid-builder-add">
        <button
          type="button"
          className="grid-button"
          disabled={!adds}
          onClick={() => {
            if (adds)
              change(
                changeNode(root, group.id, (node) => ({ ...node, of: [...(node as BuilderGroup).of, newCondition(adds)] }) as BuilderGroup),
              )
          }}
        >
          {t('grid.add_condition')}
        </button>
        {depth < whereLimits.depth ? (
          <button
            type="button"
            className="grid-button"
            data-plain
            disabled={!adds}
            onClick={() => {
              if (adds)
                change(
                  changeNode(
                    root,
                    group.id,
                    (node) =>
                      ({
                        ...node,
                        of: [...(node as BuilderGroup).of, newGroup(adds, group.join === 'and' ? 'or' : 'and')],
                      }) as BuilderGroup,
                  ),
                )
            }}
          >
            {t('grid.add_group')}
          </button>
        ) : null}
      </div>
    </fieldset>
  )

  return (
    <GridDialog
      title={t('grid.build')}
      opener={opener}
      problem={problem?.id === null ? problem.text : null}
      onClose={onClose}
      onSubmit={apply}
      foot={
        <>
          <button type="button" className="grid-button" data-plain onClick={onClose}>
            {t('grid.cancel')}
          </button>
          <button type="submit" className="grid-button" data-color="primary" data-primary>
            {t('grid.apply')}
          </button>
        </>
      }
    >
      <div ref={body}>{drawGroup(root, 1)}</div>
    </GridDialog>
  )
}
