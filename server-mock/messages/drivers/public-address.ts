import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Config } from '#server/config.ts'
import { DeliveryError } from './driver.ts'

/** Where a name leads. */
export interface Address {
  address: string
  family: 4 | 6
}

/** Addresses of one machine, one network or nobody. @source IANA special-purpose address registries (RFC 6890) */
const special = new BlockList()
const specialV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
/** NAT64, 6to4 and Teredo hold an IPv4 address that is not looked at. */
const specialV6 =
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 fc00::/7 fe80::/10 fec0::/10 ff00::/8'
for (const [subnets, family] of [
  [specialV4, 'ipv4'],
  [specialV6, 'ipv6'],
] as const)
  for (const subnet of subnets.split(' ')) {
    const [net = '', bits] = subnet.split('/')
    special.addSubnet(net, Number(bits), family)
  }

/** IPv4 in IPv6, `::ffff:10.0.0.1`, is looked at as IPv4. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && !special.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

const localName = /(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/i

/** Whether a host is not public by its name alone. */
export const isInside = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? localName.test(host) : !isPublicAddress(host)
}

/** Messages may go to the machine itself where developers work. */
export const mayUsePrivateAddresses = ({ databaseUrl, outbox }: Pick<Config, 'databaseUrl' | 'outbox'>): boolean =>
  databaseUrl === undefined || outbox

/** Longest wait for a name server. */
const lookUpMs = 5000

/**
 * The address of a host, to which the connection has to be made: a name that is looked up a second time may lead elsewhere.
 * @param hostname a name, or an address (of IPv6 in brackets or without)
 * @throws `DeliveryError` for an unknown name, and for one of whose addresses is not public
 */
export async function publicAddressOf(hostname: string, allowPrivate: boolean): Promise<Address> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await inTime(lookup(host, { all: true, verbatim: true }))
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) throw new DeliveryError('address', { isFinal: true })
  // Not every machine has a way to IPv6.
  const { address, family } = found.find((each) => each.family === 4) ?? found[0]!
  return { address, family: family === 6 ? 6 : 4 }
}

async function inTime<T>(looked: Promise<T[]>): Promise<T[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeliveryError('hangs')), lookUpMs)
  })
  try {
    const found = await Promise.race([looked, late])
    if (found.length === 0) throw new DeliveryError('unreachable')
    return found
  } catch (fault) {
    throw fault instanceof DeliveryError ? fault : new DeliveryError('unreachable', { detail: (fault as NodeJS.ErrnoException).code ?? '' })
  } finally {
    clearTimeout(timer)
  }
}
