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
] as const

const names: ReadonlySet<string> = new Set(switchableModules)

export const isSwitchable = (module: string): boolean => names.has(module)
