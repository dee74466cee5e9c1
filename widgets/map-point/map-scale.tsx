import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { formatCoordinates } from '#schemas/rules/numbers/map-point.ts'
import { useLocale } from '#renderer'
import { scaleAt } from './graticule-lines.ts'
import type { Say } from './use-texts.ts'

const mostPx = 90
function scaleOf(map: LeafletMap) {
  const { lat, lng: long } = map.getCenter()
  return { ...scaleAt(map.getZoom(), lat, mostPx), centre: formatCoordinates({ lat, long }), zoom: map.getZoom() }
}

/** The scale bar of the map; its tooltip shows centre and zoom. */
export function MapScale({ map, say }: { map: LeafletMap; say: Say }) {
  const { formatNumber } = useLocale()
  const [{ metres, px, centre, zoom }, setScale] = useState(() => scaleOf(map))
  useEffect(() => {
    const draw = () => setScale(scaleOf(map))
    map.on('moveend zoomend', draw)
    return () => {
      map.off('moveend zoomend', draw)
    }
  }, [map])
  return (
    <span
      className="map-scale"
      title={say('view', { centre, zoom: formatNumber(zoom) })}
      data-centre={centre}
      data-zoom={zoom}
      style={{ inlineSize: px }}
    >
      {metres < 1000 ? say('metres', { number: formatNumber(metres) }) : say('kilometres', { number: formatNumber(metres / 1000) })}
    </span>
  )
}
