/** Asks who uses the session to confirm it; true once that is done. */
type IdentityCheck = () => Promise<boolean>

let ask: IdentityCheck | undefined
let asking: Promise<boolean> | undefined

export const setIdentityCheck = (check: IdentityCheck): void => {
  ask = check
}

/** Whether it has been confirmed who uses the session. Calls that need it at the same time ask once. */
export async function confirmIdentity(): Promise<boolean> {
  asking ??= ask?.().finally(() => {
    asking = undefined
  })
  return (await asking) ?? false
}
