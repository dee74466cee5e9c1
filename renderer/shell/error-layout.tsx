import type { ReactNode } from 'react'

/** The frame of error pages: only the message. */
export function ErrorLayout({ children }: { children: ReactNode }) {
  return (
    <div className="pk-error">
      <main id="pk-content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
