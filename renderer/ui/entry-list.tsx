import type { ReactNode } from 'react'
import './entry-list.css'

/** Short entries below each other. Each is a `li`: a `div` with its name in bold and the rest in small, then what can be done with it. */
export const EntryList = ({ children }: { children: ReactNode }) => <ul className="pk-entries">{children}</ul>
