import type { BlockProps } from './block-props.ts'
import { BlockList } from './blocks.tsx'

const whole = 24

/** Blocks side by side on a grid of 24; one under the other where there is no room. */
export function ColumnsBlock({ block, pointer, ...rest }: BlockProps) {
  const columns = Array.isArray(block.columns) ? block.columns : []
  const even = Math.floor(whole / Math.max(1, columns.length))
  const template = columns.map((column) => `minmax(0, ${Math.min(whole, Math.max(1, column.span ?? even))}fr)`).join(' ')
  return (
    <div className="pf-block-columns" style={{ '--pf-template': template } as React.CSSProperties}>
      {columns.map((column, index) => <BlockList key={index} body={column.body} pointer={`${pointer}/columns/${index}/body`} {...rest} />)}
    </div>
  )
}
