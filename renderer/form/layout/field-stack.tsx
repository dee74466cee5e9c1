import { startTransition, useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useFormScope } from '#renderer/form/form-context.ts'
import { onReveal } from '#renderer/form/validation/reveal.ts'

/** More than this, and a stack is drawn in slices. */
const mostAtOnce = 40
const sliceSize = 20
const bundleSize = 8
/** Height of one field with its gap, until its slice is drawn. */
const estimatedFieldHeight = 78

const partition = (items: readonly ReactNode[], size: number): ReactNode[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/**
 * Fields below each other. In a long stack the first screenful is drawn at once and the rest in slices while the browser
 * is idle; typing has precedence. Searching for a field, or printing, draws all of them.
 */
export function FieldStack({ items }: { items: readonly ReactNode[] }) {
  return items.length <= mostAtOnce ? <div className="pf-stack">{items}</div> : <SlicedStack slices={partition(items, sliceSize)} />
}

function SlicedStack({ slices }: { slices: ReactNode[][] }) {
  const { idPrefix } = useFormScope()
  const [drawn, setDrawn] = useState(1)
  const isWhole = drawn >= slices.length

  useEffect(() => {
    if (!isWhole) startTransition(() => setDrawn(drawn + 1))
  }, [drawn, isWhole])

  useEffect(() => {
    if (isWhole) return
    const drawAll = () => flushSync(() => setDrawn(Infinity))
    window.addEventListener('beforeprint', drawAll)
    const stop = onReveal(idPrefix, drawAll)
    return () => {
      stop()
      window.removeEventListener('beforeprint', drawAll)
    }
  }, [idPrefix, isWhole])

  const parts = slices.map((slice, index) => (
    <div
      key={index}
      className="pf-stack pf-slice"
      style={{ '--pf-slice-height': `${slice.length * estimatedFieldHeight}px` } as CSSProperties}
    >
      {index < drawn ? slice : null}
    </div>
  ))
  // React visits all siblings of a changed field; bundles keep that number small in a very long form.
  return (
    <div className="pf-stack">
      {parts.length <= bundleSize
        ? parts
        : partition(parts, bundleSize).map((bundle, index) => (
            <div key={index} className="pf-stack">
              {bundle}
            </div>
          ))}
    </div>
  )
}
