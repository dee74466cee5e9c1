import type { LatLng, LatLngTuple, Map as LeafletMap } from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface MapHome {
  lat: number
  long: number
  zoom: number
}

/**
 * Delay between the last movement and the return.
 * @source specification, "map reset delay 3 s"
 */
export const resetDelayMs = 3000
const movements = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchmove'] as const
const samePlace = 1e-7

/**
 * Keeps a map at its point. A new point is shown at once, and a map that was moved away returns three seconds after the
 * last movement, unless it is held. `isAway` is true until it returns; `settle` accepts the current zoom together with a
 * point that was set on the map, so that the map does not move.
 */
export function useMapHome(map: LeafletMap | null, { lat, long, zoom }: MapHome) {
  const [isAway, setAway] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const home = useRef({ lat, long, zoom })
  /** Movements of ours, which lead nowhere away. */
  const isOwn = useRef(false)
  const stays = useRef(false)

  function stop(): void {
    clearTimeout(timer.current)
    setAway(false)
  }
  function show(animate: boolean): void {
    if (!map) return
    stop()
    isOwn.current = true
    map.setView([home.current.lat, home.current.long], home.current.zoom, {
      animate: animate && !matchMedia('(prefers-reduced-motion: reduce)').matches,
    })
  }
  const wait = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => show(true), resetDelayMs)
  })
  const onMoved = useEffectEvent(() => {
    if (isOwn.current) {
      isOwn.current = false
      return
    }
    if (stays.current) return
    setAway(true)
    wait()
  })
  const onResized = useEffectEvent(() => {
    map?.invalidateSize({ animate: false, pan: false })
    show(false)
  })
  const onNewPoint = useEffectEvent(() => {
    if (Math.abs(lat - home.current.lat) < samePlace && Math.abs(long - home.current.long) < samePlace) return
    home.current = { ...home.current, lat, long }
    stays.current = false
    show(false)
  })
  useEffect(() => onNewPoint(), [lat, long, map])

  useEffect(() => {
    if (!map) return
    const moved = () => onMoved()
    map.on('moveend', moved)
    const box = map.getContainer()
    // The size that the map knows; it may have been hidden and shown again since.
    let size = `${map.getSize().x} ${map.getSize().y}`
    const resized = new ResizeObserver(() => {
      const next = `${box.clientWidth} ${box.clientHeight}`
      if (next === size) return
      size = next
      onResized()
    })
    resized.observe(box)
    return () => {
      map.off('moveend', moved)
      resized.disconnect()
      clearTimeout(timer.current)
    }
  }, [map])

  useEffect(() => {
    if (!map || !isAway) return
    const again = () => wait()
    const box = map.getContainer()
    for (const name of movements) box.addEventListener(name, again, { passive: true })
    return () => {
      for (const name of movements) box.removeEventListener(name, again)
    }
  }, [map, isAway])

  return {
    isAway,
    stay(): void {
      stays.current = true
      stop()
    },
    settle(point: LatLng): void {
      stop()
      stays.current = false
      home.current = { lat: point.lat, long: point.lng, zoom: map?.getZoom() ?? home.current.zoom }
    },
  }
}

export const tuple = ({ lat, long }: { lat: number; long: number }): LatLngTuple => [lat, long]
