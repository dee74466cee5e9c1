import type { GridParams } from './grid-loader.ts'

/** The call of a grid and its parameters. */
export interface GridSource {
  endpoint: string
  /** Say which grid it is; not part of the URL's state. */
  params: GridParams
}

/** Source of the grid `module/class/part`: the generic call, or an endpoint that a document names. */
export function sourceOf(path: string, params: Record<string, unknown> = {}, endpoint = 'grid'): GridSource {
  const filledParams = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== ''))
  if (endpoint !== 'grid') return { endpoint, params: filledParams }
  const [module, group, part] = path.split('/')
  return { endpoint, params: { module, class: group, part, ...filledParams } }
}
