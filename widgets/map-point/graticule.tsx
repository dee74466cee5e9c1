import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { useLocale } from '#renderer'
import { decimalsOf, linesBetween, stepAt } from './graticule-lines.ts'

interface Line {
  degrees: number
  px: number
}
interface Lines {
  parallels: Line[]
  meridians: Line[]
  decimals: number
  width: number
  height: number
}

const leastPx = 80
/** Room for the degrees of the meridians above, for the scale below and for the buttons at the end. */
const headPx = 34
const footPx = 20
const buttonsPx = 56
const labelPx = 60

function linesOf(map: LeafletMap): Lines {
  const bounds = map.getBounds()
  const step = stepAt(map.getZoom(), leastPx)
  return {
    parallels: linesBetween(Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth()), step).map((degrees) => ({
      degrees,
      px: map.latLngToContainerPoint([degrees, bounds.getWest()]).y,
    })),
    meridians: linesBetween(bounds.getWest(), bounds.getEast(), step).map((degrees) => ({
      degrees,
      px: map.latLngToContainerPoint([bounds.getNorth(), degrees]).x,
    })),
    decimals: decimalsOf(step),
    width: map.getSize().x,
    height: map.getSize().y,
  }
}

/** Parallels and meridians with their degrees, for a map without tiles. */
export function Graticule({ map }: { map: LeafletMap }) {
  const { formatNumber, dir } = useLocale()
  const [{ parallels, meridians, decimals, width, height }, setLines] = useState(() => linesOf(map))
  useEffect(() => {
    const draw = () => setLines(linesOf(map))
    draw()
    map.on('move zoom viewreset resize', draw)
    return () => {
      map.off('move zoom viewreset resize', draw)
    }
  }, [map])
  const isRtl = dir === 'rtl'
  const isFree = (px: number): boolean => (isRtl ? px > buttonsPx : px + labelPx < width - buttonsPx)
  const text = (degrees: number) => `${formatNumber(degrees.toFixed(decimals), { decimals })}°`
  return (
    <svg className="map-graticule" aria-hidden="true">
      {parallels.map(({ degrees, px }) => (
        <g key={degrees}>
          <line x1="0" x2="100%" y1={px} y2={px} />
          {px > headPx && px < height - footPx && (
            <text x={isRtl ? width - 6 : 6} textAnchor={isRtl ? 'end' : 'start'} y={px - 4}>
              {text(degrees)}
            </text>
          )}
        </g>
      ))}
      {meridians.map(({ degrees, px }) => (
        <g key={degrees}>
          <line x1={px} x2={px} y1="0" y2="100%" />
          {isFree(px) && (
            <text x={px + 4} y="14">
              {text(((degrees + 540) % 360) - 180)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
