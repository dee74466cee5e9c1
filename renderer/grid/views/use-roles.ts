import useSWR from 'swr'
import { fetchRemoteOptions, type RemoteOption } from '#renderer/api/remote-options.ts'

const none: RemoteOption[] = []

/** Roles by their titles; none before they are asked for, and for those who may not know them. */
export function useRoles(isWanted: boolean, locale: string): { roles: RemoteOption[]; titleOf: (role: string) => string } {
  const { data: roles = none } = useSWR(
    isWanted ? ['roles of views', locale] : null,
    () => fetchRemoteOptions('combo-dump', { name: 'roles' }),
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false },
  )
  return { roles, titleOf: (role) => roles.find(({ value }) => value === role)?.title ?? role }
}
