import { createContext } from 'react'

/** True when what the page shows is no longer there: read again, the server knew of no such record. */
export const RecordGoneContext = createContext(false)
