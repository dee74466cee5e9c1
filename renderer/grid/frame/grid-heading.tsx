import type { ActionContext } from '#renderer/documents/action-context.ts'
import { ActionBar } from '#renderer/action/action-bar.tsx'
import { TitleActions, TitleRow } from '#renderer/ui/title-row.tsx'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { ReadGrid } from '#renderer/grid/data/grid-answer.ts'
import { ButtonBone, TabsSkeleton } from './grid-skeleton.tsx'
import type { GridShape } from '#renderer/grid/data/grid-shape.ts'
import { GridTabs } from './grid-tabs.tsx'

interface GridHeadingProps {
  grid: ReadGrid['grid'] | undefined
  /** Expected shape while the grid is loading. */
  shape: GridShape
  /** Heading of the page, which a grid within one does not draw. */
  pageTitle: string | undefined
  /** Heading of a grid inside a page. */
  title: string | undefined
  isPage: boolean
  embedded: boolean
  context: ActionContext
  formats: CellFormats
  tab: string | null
  /** Element that the tabs lead to. */
  panelId: string
  onTab: (tab: string) => void
}

/** Title, main actions and tabs of a list. */
export function GridHeading({ grid, shape, pageTitle, title, isPage, embedded, context, formats, tab, panelId, onTab }: GridHeadingProps) {
  const toolbar = grid?.toolbar ?? []
  const tools = toolbar.length > 0 ? <ActionBar actions={toolbar} context={context} /> : !grid && shape.hasToolbar ? <ButtonBone /> : null
  return (
    <>
      {isPage ? <TitleRow title={pageTitle} /> : null}
      {embedded && title ? (
        <h2 className="grid-title">
          <bdi>{title}</bdi>
        </h2>
      ) : null}
      {embedded || !tools ? tools : <TitleActions>{tools}</TitleActions>}
      {grid && hasTabs(grid) ? (
        <GridTabs label={formats.t('grid.views')} tabs={grid.tabs} active={tab} panelId={panelId} formats={formats} onPick={onTab} />
      ) : null}
      {!grid && shape.tabs.length > 1 ? <TabsSkeleton tabs={shape.tabs} formats={formats} /> : null}
    </>
  )
}

/** One tab alone leads nowhere. */
export const hasTabs = (grid: ReadGrid['grid'] | undefined): grid is ReadGrid['grid'] & Required<Pick<ReadGrid['grid'], 'tabs'>> =>
  (grid?.tabs?.length ?? 0) > 1
