import { useEffect } from 'react'
import { goTo } from '#renderer/ui/navigator.ts'

/** Opens in this tab what somebody clicks in a notice of the browser, as the service worker asks for it. */
export function useOpenedNotices(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const worker = navigator.serviceWorker
    const open = ({ data, ports }: MessageEvent<{ type?: string; path?: string } | null>) => {
      if (data?.type !== 'open-notice' || typeof data.path !== 'string') return
      ports[0]?.postMessage(true)
      goTo(data.path)
    }
    worker.addEventListener('message', open)
    return () => worker.removeEventListener('message', open)
  }, [])
}
