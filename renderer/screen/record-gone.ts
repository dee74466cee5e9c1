import { createContext } from 'react'

/** True if the displayed record no longer exists: on refreshing, the server did not find it. */
export const RecordGoneContext = createContext(false)
