import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) => {
  const head = value.length < 256 ? Buffer.from([0x58, value.length]) : Buffer.from([0x59, value.length >> 8, value.length & 0xff])
  return Buffer.concat([head, value])
}

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

/** What an authenticator does in another way than it should. */
interface Changes {
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  counter?: number
  challenge?: string
  userHandle?: string
  key?: KeyObject
}

/** A device with one passkey, made of nothing but signatures. @source Web Authentication, 6.1 and 6.5 */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  userHandle = ''

  private readonly origin: string
  private readonly rpId: string

  constructor(origin: string, rpId: string) {
    this.origin = origin
    this.rpId = rpId
  }

  private authData({ rpId = this.rpId, isUserVerified = true, counter = this.counter }: Changes, credential = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (credential.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential])
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Changes): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** Makes the passkey. */
  register(options: Options, changes: Changes = {}) {
    this.userHandle = options.user?.id ?? ''
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' })
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(this.authData(changes, credential))],
    ])
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', changes.challenge ?? options.challenge, changes).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Signs in with the passkey; its counter grows. */
  assert(options: Options, changes: Changes = {}) {
    this.counter += 1
    const authData = this.authData(changes)
    const clientData = this.clientData('webauthn.get', changes.challenge ?? options.challenge, changes)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), changes.key ?? this.keys.privateKey)
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: changes.userHandle ?? this.userHandle,
    })
  }

  private credential(response: object) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
