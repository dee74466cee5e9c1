/**
 * The states in which a gallery draws a screen, in the order in which they are drawn: first those that come before any data, since a
 * panel keeps what it was answered.
 */
export const galleryStates = [
  'no-right',
  'loading',
  'offline',
  'server-error',
  'many',
  'one',
  'empty',
  'longest',
  'mixed',
  'nulls',
  'largest',
  'smallest',
  'statuses',
  'refused',
] as const
export type GalleryState = (typeof galleryStates)[number]

/** What a state shows, for the contact sheet. */
export const stateTitles: Readonly<Record<GalleryState, string>> = {
  'no-right': 'No right',
  loading: 'Loading',
  offline: 'Offline',
  'server-error': 'Server error',
  many: 'Many',
  one: 'One',
  empty: 'Empty',
  longest: 'Longest texts',
  mixed: 'Mixed directions',
  nulls: 'Nothing filled in',
  largest: 'Largest numbers',
  smallest: 'Smallest numbers',
  statuses: 'Every status',
  refused: 'Refused',
}

/** States in which the calls for data are answered, each with other data. */
export const dataStates: ReadonlySet<GalleryState> = new Set([
  'many',
  'one',
  'empty',
  'longest',
  'mixed',
  'nulls',
  'largest',
  'smallest',
  'statuses',
  'refused',
])
