import type { MetricAnswer } from '#schemas/types/contract.d.ts'
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
/** Room that a label of the axis needs. */
const labelPx = 84
/** Colours of candles: of a period that ended higher than it began, and lower. */
const candleColors = { up: '#03A5A3', down: '#FF1E36' }

/** Colours of the columns of a table: those of their choices where no two are alike. */
export function seriesColors({ columns }: MetricTable, { palette, roles }: ChartLook): string[] {
  const own = columns.map(({ color }) => (color === undefined ? undefined : roles[color]))
  const areApart = own.every((color) => color !== undefined) && new Set(own).size === own.length
  return columns.map((_, at) => (areApart ? own[at]! : palette[at % palette.length]!))
}

/** The chart of a metric in the words of G2, without a size. */
export function chartSpec(
  { results, metadata }: MetricData,
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
  if (metric.chart === 'candlestick')
    return { ...common, axis, scale: { x, y: { nice: true } }, children: candleMarks(results, metric, table, look) }
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
  const step = Math.max(1, Math.ceil(lines.length / Math.max(1, Math.floor(width / labelPx))))
  return {
    x: {
      ...letters,
      line: true,
      lineStroke: look.line,
      lineStrokeOpacity: 1,
      lineLineWidth: 1,
      labelFormatter: (x: string) => lines[Number(x)]?.short ?? '',
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

/** Candles go from the first to the last value, their wicks from the least to the most; a line goes over the averages. */
function candleMarks(
  results: MetricData['results'],
  { values }: MetricAnswer['metric'],
  table: MetricTable,
  look: ChartLook,
): Record<string, unknown>[] {
  const keyOf = (of: string) => values.find((value) => value.of === of)?.key ?? ''
  const [first, last, max, min, avg] = ['first', 'last', 'max', 'min', 'avg'].map(keyOf)
  const at = (line: number, key: string | undefined): number | null => {
    const value = key === undefined ? null : results[line]?.[key]
    return value === null || value === undefined ? null : Number(value)
  }
  const data = table.lines.map((_, line) => ({
    x: String(line),
    first: at(line, first),
    last: at(line, last),
    max: at(line, max),
    min: at(line, min),
    avg: at(line, avg),
  }))
  const candles = data.filter((candle) => candle.first !== null && candle.last !== null)
  const color = (candle: { first: number | null; last: number | null }) => (Number(candle.last) >= Number(candle.first) ? 'up' : 'down')
  const scale = { color: { domain: ['up', 'down'], range: [candleColors.up, candleColors.down], independent: true } }
  const title = ({ x }: { x: string }) => table.lines[Number(x)]!.title
  const items = values.map((value, column) => ({ x }: { x: string }) => ({
    name: value.title,
    value: table.lines[Number(x)]!.cells[column]?.shown ?? '—',
    color: look.dim,
  }))
  return [
    { type: 'link', data: candles, encode: { x: 'x', y: ['min', 'max'], color }, scale, tooltip: false, style: { lineWidth: 1 } },
    {
      type: 'interval',
      data: candles,
      encode: { x: 'x', y: ['first', 'last'], color },
      scale,
      tooltip: { title, items },
      style: { maxWidth: 24, minHeight: 1 },
    },
    ...(avg
      ? [
          {
            type: 'line',
            data,
            encode: { x: 'x', y: 'avg' },
            tooltip: false,
            style: { stroke: look.palette[1], lineWidth: 2, connect: false },
          },
        ]
      : []),
  ]
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
