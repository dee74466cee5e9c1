import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { useLocale } from '#renderer'
import { scaleAt } from './graticule-lines.ts'
import type { Say } from './use-texts.ts'

const mostPx = 90
const scaleOf = (map: LeafletMap) => scaleAt(map.getZoom(), map.getCenter().lat, mostPx)

/** How long a stretch of the map is in nature. */
export function MapScale({ map, say }: { map: LeafletMap; say: Say }) {
  const { formatNumber } = useLocale()
  const [{ metres, px }, setScale] = useState(() => scaleOf(map))
  useEffect(() => {
    const draw = () => setScale(scaleOf(map))
    map.on('moveend zoomend', draw)
    return () => { map.off('moveend zoomend', draw) }
  }, [map])
  return <span className="map-scale" style={{ inlineSize: px }}>{metres < 1000 ? say('metres', { number: formatNumber(metres) }) : say('kilometres', { number: formatNumber(metres / 1000) })}</span>
}
