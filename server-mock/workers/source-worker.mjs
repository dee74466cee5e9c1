// The thread of a server that runs from its source, as tests do: the built one has no TypeScript to read.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
