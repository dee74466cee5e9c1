const width = 100
const height = 24

/** A line over the last periods; the numbers themselves stand in the list behind the widget. Its start is where reading starts. */
export function Trend({ values }: { values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const span = most - least || 1
  const points = values.map(
    (value, at) =>
      `${((at / (values.length - 1)) * width).toFixed(1)},${(height - 2 - ((value - least) / span) * (height - 4)).toFixed(1)}`,
  )
  return (
    <svg className="db-trend" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
