import type { MetricData, MetricTable } from './metric-table-data.ts'

/** Colours and letters of the page, for what is drawn on a canvas. */
export interface ChartLook {
  rtl: boolean
  font: string
  text: string
  dim: string
  line: string
  surface: string
  palette: readonly string[]
  /** Colours of choices by their role. */
  roles: Readonly<Record<string, string>>
}

/** What stands in a chart for one number. */
interface Datum {
  /** Line of the table. */
  x: string
  y: number | null
  series: string
  shown: string
  column: number
}

export const chartHeightPx = 260
/** Room of a letter of the axis, of the space between two labels, and of the labels of the other axis. */
const letterPx = 7
const gapPx = 12
const numbersPx = 56
/** A longer label is cut: its whole text is told at its bar. */
const mostLetters = 18

/** Colours of the columns of a table: those of their choices where no two are alike. */
export function seriesColors({ columns }: MetricTable, { palette, roles }: ChartLook): string[] {
  const own = columns.map(({ color }) => (color === undefined ? undefined : roles[color]))
  const areApart = own.every((color) => color !== undefined) && new Set(own).size === own.length
  return columns.map((_, at) => (areApart ? own[at]! : palette[at % palette.length]!))
}

/** The chart of a metric in the words of G2, without a size; candles are drawn by `candles/`. */
export function chartSpec(
  { metadata }: MetricData,
  table: MetricTable,
  look: ChartLook,
  { width, number }: { width: number; number: (value: number) => string },
): Record<string, unknown> {
  const { metric } = metadata
  const colors = seriesColors(table, look)
  const data = table.lines.flatMap(({ cells }, line) =>
    table.columns.map((column, at): Datum => {
      const cell = cells[at]
      const y = cell?.value === null || cell === undefined ? null : Number(cell.value)
      return { x: String(line), y, series: String(at), shown: cell?.shown ?? '—', column: at }
    }),
  )
  const common = {
    type: 'view',
    autoFit: false,
    animate: false,
    legend: false,
    height: chartHeightPx,
    width,
    paddingTop: 12,
    theme: { type: 'classic', view: { viewFill: 'transparent' } },
    interaction: { tooltip: { shared: true, css: tooltipCss(look) } },
  }
  if (metric.chart === 'pie') return { ...common, children: [pieMark(data, table, look)] }
  const { rtl } = look
  const domain = table.lines.map((_, at) => String(at))
  const x = { type: 'band', range: rtl ? [1, 0] : [0, 1], paddingInner: 0.3, paddingOuter: 0.15, domain }
  const axis = axesOf(table, look, width, number)
  const y = { nice: true, ...(data.some((datum) => datum.y !== null && datum.y < 0) ? {} : { domainMin: 0 }) }
  const color = { domain: table.columns.map((_, at) => String(at)), range: colors }
  const mark = {
    data,
    encode: { x: 'x', y: 'y', color: 'series' },
    tooltip: {
      title: (datum: Datum) => table.lines[Number(datum.x)]!.title,
      items: [(datum: Datum) => ({ name: table.columns[datum.column]!.title, value: datum.shown, color: colors[datum.column] })],
    },
  }
  const transform = metric.groups.length > 1 ? [{ type: 'stackY' }] : table.columns.length > 1 ? [{ type: 'dodgeX' }] : []
  if (metric.chart === 'bar') {
    const style = { maxWidth: 36, cursor: metric.to === undefined ? 'default' : 'pointer' }
    return { ...common, axis, scale: { x, y, color }, children: [{ ...mark, type: 'interval', transform, style }] }
  }
  const scale = { x: { ...x, type: 'point', paddingInner: 0, padding: 0.02 }, y, color }
  const lines = { lineWidth: 2, connect: false }
  const isStacked = metric.groups.length > 1
  const line = { ...mark, type: 'line', style: lines }
  if (metric.chart === 'line') return { ...common, axis, scale, children: [line] }
  const area = { ...mark, type: 'area', transform: isStacked ? transform : [], style: { fillOpacity: isStacked ? 0.6 : 0.25 } }
  return { ...common, axis, scale, children: isStacked ? [area] : [area, { ...line, tooltip: false }] }
}

function axesOf({ lines }: MetricTable, look: ChartLook, width: number, number: (value: number) => string) {
  const letters = {
    labelFontFamily: look.font,
    labelFontSize: 12,
    labelFill: look.dim,
    labelFillOpacity: 1,
    labelOpacity: 1,
    title: false,
    tick: false,
  }
  const labels = lines.map(({ short }) => (short.length > mostLetters ? `${short.slice(0, mostLetters - 1).trimEnd()}…` : short))
  const labelPx = Math.max(...labels.map(widthOf), 0) + gapPx
  const step = Math.max(1, Math.ceil(lines.length / Math.max(1, Math.floor((width - numbersPx) / labelPx))))
  return {
    x: {
      ...letters,
      line: true,
      lineStroke: look.line,
      lineStrokeOpacity: 1,
      lineLineWidth: 1,
      labelFormatter: (x: string) => labels[Number(x)] ?? '',
      tickFilter: (_: unknown, at: number) => at % step === 0,
      labelAutoHide: false,
      labelAutoRotate: false,
      transform: [],
    },
    y: {
      ...letters,
      position: look.rtl ? 'right' : 'left',
      labelFormatter: (value: number) => number(value),
      grid: true,
      gridStroke: look.line,
      gridStrokeOpacity: 1,
      gridLineDash: [0, 0],
    },
  }
}

/** About as wide as the text is drawn: Chinese characters take the room of two letters. */
const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1) * letterPx, 0)

function pieMark(data: Datum[], { lines }: MetricTable, { palette }: ChartLook): Record<string, unknown> {
  const colors = lines.map((_, at) => palette[at % palette.length]!)
  return {
    type: 'interval',
    data: data.filter(({ y }) => y !== null && y > 0),
    encode: { y: 'y', color: 'x' },
    transform: [{ type: 'stackY' }],
    coordinate: { type: 'theta', innerRadius: 0.6, outerRadius: 0.95 },
    scale: { color: { domain: lines.map((_, at) => String(at)), range: colors } },
    tooltip: { title: '', items: [({ x, shown }: Datum) => ({ name: lines[Number(x)]!.title, value: shown, color: colors[Number(x)] })] },
    style: { inset: 1 },
  }
}

const tooltipCss = ({ surface, text, line, font, rtl, dim }: ChartLook) => ({
  '.g2-tooltip': {
    background: surface,
    color: text,
    border: `1px solid ${line}`,
    'border-radius': '6px',
    'font-family': font,
    direction: rtl ? 'rtl' : 'ltr',
    'box-shadow': 'none',
    'min-width': '120px',
  },
  '.g2-tooltip-title': { color: dim },
  '.g2-tooltip-list-item-name-label': { color: text, 'margin-inline-start': '6px' },
  '.g2-tooltip-list-item-value': { color: text, 'margin-inline-start': '16px', 'margin-left': '0' },
})
