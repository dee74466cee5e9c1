/** Rows that Page up and Page down go by. */
const pageRows = 10

/** A place in a list of so many, whichever was wanted. */
export const clamp = (value: number, length: number): number => Math.max(0, Math.min(value, length - 1))

export interface KeyAction {
  down?: number
  right?: number
  to?: { row?: number; column: number }
}

/** Where a key leads; arrows follow the direction in which the columns run. */
export function keyAction(key: string, chord: boolean, isRtl: boolean): KeyAction | undefined {
  switch (key) {
    case 'ArrowDown':
      return { down: chord ? Infinity : 1 }
    case 'ArrowUp':
      return { down: chord ? -Infinity : -1 }
    case 'ArrowRight':
      return { right: (isRtl ? -1 : 1) * (chord ? Infinity : 1) }
    case 'ArrowLeft':
      return { right: (isRtl ? 1 : -1) * (chord ? Infinity : 1) }
    case 'PageDown':
      return { down: pageRows }
    case 'PageUp':
      return { down: -pageRows }
    case 'Home':
      return { to: { row: chord ? 0 : undefined, column: 0 } }
    case 'End':
      return { to: { row: chord ? Infinity : undefined, column: Infinity } }
    default:
      return undefined
  }
}
