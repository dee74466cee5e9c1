import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
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
const isInside = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? localName.test(host) : !isPublicAddress(host)
}

/** Where messages may go: to public addresses, to those of the machine itself too, or anywhere. */
export type Reach = 'public' | 'machine' | 'anywhere'

/** Messages may go to the machine itself where developers work. */
export const reachOf = ({ databaseUrl, outbox }: Pick<Config, 'databaseUrl' | 'outbox'>): Reach =>
  databaseUrl === undefined || outbox ? 'machine' : 'public'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address is one of the machine itself. */
const isOwnAddress = (address: string): boolean =>
  loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') ||
  Object.values(networkInterfaces()).some((each) => each?.some((one) => one.address === address))

const mayReach = (address: string, reach: Reach): boolean =>
  reach === 'anywhere' || isPublicAddress(address) || (reach === 'machine' && isOwnAddress(address))

/** Whether a name, or an address, is one of the machine itself. */
const isOwnHost = (host: string): boolean => (isIP(host) === 0 ? /(^|\.)localhost\.?$/i.test(host) : isOwnAddress(host))

/** Whether a host may be written down; where its name leads is looked at when it is called. */
export function mayName(hostname: string, reach: Reach): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return reach === 'anywhere' || !isInside(host) || (reach === 'machine' && isOwnHost(host))
}

/** Whether an address may be called: by https, but for the machine itself. */
export const mayCallAddress = ({ protocol, hostname }: URL, reach: Reach): boolean =>
  mayName(hostname, reach) &&
  (protocol === 'https:' ||
    (protocol === 'http:' && reach !== 'public' && (reach === 'anywhere' || isOwnHost(hostname.replace(/^\[|\]$/g, '')))))

/** Longest wait for a name server. */
const lookUpMs = 5000

/**
 * The address of a host, to which the connection has to be made: a name that is looked up a second time may lead elsewhere.
 * @param hostname a name, or an address (of IPv6 in brackets or without)
 * @throws `DeliveryError` for an unknown name, and for one of whose addresses is out of reach
 */
export async function addressOf(hostname: string, reach: Reach): Promise<Address> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await inTime(lookup(host, { all: true, verbatim: true }))
  if (!found.every(({ address }) => mayReach(address, reach))) throw new DeliveryError('address', { isFinal: true })
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
