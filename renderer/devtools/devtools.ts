import { lazyComponent } from '#renderer/documents/lazy-component.tsx'

/** The developer tools, each fetched when its page is opened. */
export const Lab = lazyComponent(() => import('./lab.tsx'))
export const ComponentsList = lazyComponent(() => import('./components-list.tsx'))
export const LayoutPreview = lazyComponent(() => import('./layout-preview.tsx'))
export const PanelInfo = lazyComponent(() => import('./panel-info.tsx'))
export const RecordSession = lazyComponent(() => import('./recorder/record-session.tsx'))

/** Goes on with the recording of this tab, if there is one; it has to see the first call of the page. */
export async function resumeRecording(): Promise<void> {
  try {
    if (sessionStorage.getItem('pishkhan-recording') !== null) (await import('./recorder/recorder.tsx')).resumeRecording()
  } catch (error) {
    console.warn('The recording does not go on.', error)
  }
}
