import { useEffect, useState } from 'react'

interface PolicyDocument {
  featurePolicy?: { allowsFeature: (name: string) => boolean }
}

async function mayAsk(): Promise<boolean> {
  if (!('geolocation' in navigator) || !window.isSecureContext) return false
  if ((document as PolicyDocument).featurePolicy?.allowsFeature('geolocation') === false) return false
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state !== 'denied'
  } catch {
    return true
  }
}

/** Asks the browser for the position; `locate` is undefined if the page or the user does not allow it. */
export function useOwnPosition(onFound: (lat: number, long: number) => void, onFailed: () => void) {
  const [isAllowed, setAllowed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let gone = false
    void mayAsk().then((allowed) => {
      if (!gone) setAllowed(allowed)
    })
    return () => {
      gone = true
    }
  }, [])
  function locate(): void {
    setBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        onFound(coords.latitude, coords.longitude)
      },
      (error) => {
        setBusy(false)
        if (error.code === error.PERMISSION_DENIED) setAllowed(false)
        onFailed()
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    )
  }
  return { locate: isAllowed ? locate : undefined, isBusy }
}
