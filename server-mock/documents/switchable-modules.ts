/** Modules that the configuration can switch off; every other module that is published is on. */
export const switchableModules = [
  'settings',
  'divisions',
  'forwarder',
  'subscription',
  'persons',
  'auth',
  'menu-maker',
  'coupons',
  'content',
  'specs',
  'commenting',
  'tagging',
  'content-themes',
  'market',
  'cart',
  'stock',
  'icib',
  'panel-help',
  'notifier',
] as const

const names: ReadonlySet<string> = new Set(switchableModules)

export const isSwitchable = (module: string): boolean => names.has(module)

/** Without the data and the calls of these nobody can sign in: switched off they lose only their pages. */
export const isNeeded = (module: string): boolean => module === 'persons'
