const names = new Set(['routes', 'site-settings', 'login-form'])

/** True of calls that are answered the same to everybody: they outlive a change of user. */
export const isPublicCall = (name: string): boolean => names.has(name)
