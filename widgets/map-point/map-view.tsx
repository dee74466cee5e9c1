import { divIcon, latLng, type LatLng, type Map as LeafletMap, type Marker as LeafletMarker } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useEffect, useEffectEvent, useMemo, useReducer, useState, type KeyboardEvent } from 'react'
import { MapContainer, Marker, TileLayer } from 'react-leaflet'
import { mapCentre, mapZoom } from '#schemas/rules/numbers/map-point.ts'
import { Icon, panelConfig, showToast } from '#renderer'
import { Graticule } from './graticule.tsx'
import { MapScale } from './map-scale.tsx'
import { tileOwner } from './tile-owner.ts'
import { tuple, useMapHome } from './use-map-home.ts'
import { useOwnPosition } from './use-own-position.ts'
import type { Say } from './use-texts.ts'

interface MapViewProps {
  label: string
  point: { lat: number; long: number } | undefined
  centre?: { lat: number; long: number }
  zoom?: number
  /** Looking only. */
  isFixed: boolean
  say: Say
  onPick: (point: { lat: number; long: number }) => void
}

const largestZoom = 19
const pin = divIcon({
  className: 'map-pin',
  iconSize: [25, 41],
  iconAnchor: [12, 41],
  html: '<svg width="25" height="41" viewBox="0 0 25 41" aria-hidden="true"><path d="M12.5 1C6 1 1 6 1 12.5c0 2 .5 4 1.5 6L12.5 40l10-21.5c1-2 1.5-4 1.5-6C24 6 19 1 12.5 1Z"/><circle cx="12.5" cy="12.5" r="4.5"/></svg>',
})
/** Pixels that an arrow key moves the marker by, and with Shift. */
const steps = { far: 10, near: 1 }
const directions: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The map of a point: tiles of the configured server, or a graticule without them. */
export default function MapView({ label, point, centre = mapCentre, zoom = mapZoom, isFixed, say, onPick }: MapViewProps) {
  const { tile_url: tileUrl } = panelConfig
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [marker, setMarker] = useState<LeafletMarker | null>(null)
  const [isBroken, setBroken] = useState(false)
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0)
  const { isAway, stay, settle } = useMapHome(map, { ...(point ?? centre), zoom })
  const position = useOwnPosition(
    (lat, long) => onPick({ lat, long }),
    () => showToast({ tone: 'warning', about: `position ${label}`, text: say('position_failed') }),
  )

  const pick = (given: LatLng): void => {
    if (isFixed) return
    const { lat, lng } = given.wrap()
    settle(latLng(lat, lng))
    onPick({ lat, long: lng })
  }
  const onClick = useEffectEvent(pick)
  useEffect(() => {
    if (!map) return
    const click = ({ latlng }: { latlng: LatLng }) => onClick(latlng)
    // The wheel scrolls the page until the map is worked with.
    const enter = () => {
      map.scrollWheelZoom.enable()
    }
    const leave = () => {
      map.scrollWheelZoom.disable()
    }
    map.on('click', click).on('focus mousedown', enter).on('blur mouseout', leave)
    return () => {
      map.off('click', click).off('focus mousedown', enter).off('blur mouseout', leave)
    }
  }, [map])
  const onDragged = useEffectEvent(pick)
  useEffect(() => {
    if (!marker) return
    const element = marker.getElement()
    element?.setAttribute('role', isFixed ? 'img' : 'button')
    element?.setAttribute('aria-label', isFixed ? label : say('marker', { label }))
    const drop = () => onDragged(marker.getLatLng())
    marker.on('dragend', drop)
    return () => {
      marker.off('dragend', drop)
    }
  }, [marker, say, label, isFixed])
  const tileEvents = useMemo(() => ({ tileerror: () => setBroken(true), tileload: () => setBroken(false) }), [])

  function onKeyDown(event: KeyboardEvent): void {
    if (!map || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement
    if (target === map.getContainer()) {
      if (event.key !== 'Enter' || isFixed) return
      event.preventDefault()
      pick(map.getCenter())
      return
    }
    if (!target.classList.contains('map-pin') || !point) return
    const direction = directions[event.key]
    const by = event.key === '+' || event.key === '=' ? 1 : event.key === '-' || event.key === '_' ? -1 : 0
    if (!direction && by === 0) return
    event.preventDefault()
    if (!direction) {
      map.setZoom(map.getZoom() + by)
      return
    }
    const size = event.shiftKey ? steps.near : steps.far
    const at = map.latLngToContainerPoint(tuple(point)).add([direction[0] * size, direction[1] * size])
    pick(map.containerPointToLatLng(at))
    if (!map.getBounds().contains(map.containerPointToLatLng(at))) map.panTo(map.containerPointToLatLng(at), { animate: false })
  }
  const owner = tileOwner(tileUrl)
  return (
    <div className="map-frame" role="group" aria-label={say('map', { label })} onKeyDown={onKeyDown} data-fixed={isFixed || undefined}>
      {map && (tileUrl === null || isBroken) && <Graticule map={map} />}
      <MapContainer
        ref={setMap}
        className="map-view"
        center={tuple(point ?? centre)}
        zoom={zoom}
        minZoom={1}
        maxZoom={largestZoom}
        zoomControl={false}
        attributionControl={false}
        scrollWheelZoom={false}
        doubleClickZoom={isFixed}
        trackResize={false}
        zoomAnimation={tileUrl !== null}
        fadeAnimation={false}
        worldCopyJump={false}
        maxBoundsViscosity={1}
      >
        {tileUrl && <TileLayer key={attempt} url={tileUrl} maxZoom={largestZoom} eventHandlers={tileEvents} />}
        {point && (
          <Marker
            ref={setMarker}
            key={isFixed ? 'fixed' : 'free'}
            position={tuple(point)}
            icon={pin}
            draggable={!isFixed}
            keyboard={!isFixed}
            autoPan
          />
        )}
      </MapContainer>
      {map && (
        <div className="map-buttons">
          <button type="button" aria-label={say('zoom_in')} title={say('zoom_in')} onClick={() => map.zoomIn()}>
            <Icon name="plus" size={16} />
          </button>
          <button type="button" aria-label={say('zoom_out')} title={say('zoom_out')} onClick={() => map.zoomOut()}>
            <Icon name="minus" size={16} />
          </button>
          {position.locate && !isFixed && (
            <button
              type="button"
              aria-label={say('position')}
              title={say('position')}
              aria-busy={position.isBusy || undefined}
              disabled={position.isBusy}
              onClick={position.locate}
            >
              <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
                <path d="M12 2v4M12 18v4M2 12h4M18 12h4" />
                <circle cx="12" cy="12" r="6" />
                <circle cx="12" cy="12" r="1.5" fill="currentColor" />
              </svg>
            </button>
          )}
        </div>
      )}
      {isBroken && (
        <p className="map-note" role="status">
          <span>{say('tiles_failed')}</span>
          <button
            type="button"
            className="pf-link"
            onClick={() => {
              setBroken(false)
              tryAgain()
            }}
          >
            {say('again')}
          </button>
        </p>
      )}
      {isAway && !isBroken && (
        <p className="map-note">
          <span>{say(point ? 'returns' : 'returns_centre')}</span>
          <button type="button" className="pf-link" onClick={stay}>
            {say('stay')}
          </button>
        </p>
      )}
      <div className="map-foot">
        {map && <MapScale map={map} say={say} />}
        {owner && !isBroken && (
          <small className="map-owner" dir="ltr">
            {owner.href ? (
              <a href={owner.href} target="_blank" rel="noreferrer">
                {owner.text}
              </a>
            ) : (
              owner.text
            )}
          </small>
        )}
      </div>
    </div>
  )
}
