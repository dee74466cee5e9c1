import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { GridShape } from '#renderer/grid/data/grid-shape.ts'

/** Where the tabs of a grid will be. Their last counts may be those of another list of the same grid: they give the room alone. */
export function TabsSkeleton({ tabs, formats }: { tabs: GridShape['tabs']; formats: CellFormats }) {
  return (
    <div className="grid-tabs" aria-hidden="true">
      {tabs.map(({ title, count }, at) => (
        <span key={at} className="grid-tab-bone">
          {title === '' ? <span className="grid-bone" style={{ inlineSize: 48 + ((at * 17) % 32) }} /> : title}
          {count === undefined ? null : <span className="grid-count" style={{ inlineSize: `${formats.number(count)?.length ?? 1}ch` }} />}
        </span>
      ))}
    </div>
  )
}

/** Where a button of a grid will be. */
export const ButtonBone = () => (
  <span className="grid-button grid-button-bone" aria-hidden="true">
    <span className="grid-bone" style={{ inlineSize: 64 }} />
  </span>
)
