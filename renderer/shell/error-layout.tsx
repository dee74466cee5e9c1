import type { ReactNode } from 'react'

/** The frame of pages that tell of an error: nothing beside the message. */
export function ErrorLayout({ children }: { children: ReactNode }) {
  return (
    <div className="pk-error">
      <main id="pk-content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
