/**
 * Class of a button in a row of them: the main one is filled, in its own colour or the accent; the others are plain, in letters of their
 * colour.
 */
export function buttonClass(color: string | undefined, isMain: boolean): string {
  const hasOwn = color !== undefined && color !== 'default' && color !== 'primary'
  if (isMain) return `pk-button pk-button-${hasOwn ? color : 'primary'}`
  return hasOwn ? `pk-button pk-${color}` : 'pk-button'
}

interface Choice {
  color?: string
  action?: unknown
}

/** Which of a dialog's buttons is filled: that of the accent, else one with a colour, else the first that acts. */
export const mainButton = <Button extends Choice>(buttons: readonly Button[], colorOf: (button: Button) => string | undefined) =>
  buttons.find((button) => colorOf(button) === 'primary') ??
  buttons.find((button) => ![undefined, 'default'].includes(colorOf(button))) ??
  buttons.find((button) => button.action !== undefined)
