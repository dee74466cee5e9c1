import { createHash, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** What the provider does next; tests change it. */
export interface ProviderBehaviour {
  /** Of whom the next token speaks. */
  subject: string
  /** Further claims, such as `email`. */
  claims: Record<string, unknown>
  /** In place of the nonce that it was asked with. */
  nonce?: string
  /** In place of its own issuer. */
  issuer?: string
  /** It takes the request for the token and never answers. */
  hangs?: boolean
}

export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  behaviour: ProviderBehaviour
  /** Visits the address as a browser would; answers what it is sent back with. */
  visit(url: string): Promise<{ code: string; state: string; iss: string }>
  close(): Promise<void>
}

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A small OpenID Connect provider on this machine: discovery, authorization with PKCE, token. It knows everybody. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, URLSearchParams>()
  const clientId = 'panel'
  const clientSecret = randomUUID()
  const behaviour: ProviderBehaviour = { subject: 'subject-1', claims: {} }
  let issuer = ''

  const authorize = (query: URLSearchParams): URL => {
    const code = randomUUID()
    codes.set(code, query)
    const back = new URL(query.get('redirect_uri')!)
    for (const [name, value] of Object.entries({ code, state: query.get('state')!, iss: issuer })) back.searchParams.set(name, value)
    return back
  }
  const token = async (form: URLSearchParams, authorization: string | undefined) => {
    const asked = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const [id, secret] = authorization
      ? Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':').map(decodeURIComponent)
      : [form.get('client_id'), form.get('client_secret')]
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!asked || id !== clientId || secret !== clientSecret || challenge !== asked.get('code_challenge')) return undefined
    const idToken = await new SignJWT({ nonce: behaviour.nonce ?? asked.get('nonce')!, ...behaviour.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(behaviour.issuer ?? issuer)
      .setSubject(behaviour.subject)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
    return { access_token: randomUUID(), token_type: 'bearer', expires_in: 300, id_token: idToken }
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, issuer)
    if (pathname === '/.well-known/openid-configuration')
      return send(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      })
    if (pathname === '/jwks') return send(response, 200, { keys: [jwk] })
    if (pathname === '/authorize') return response.writeHead(302, { location: authorize(searchParams).href }).end()
    if (pathname !== '/token') return send(response, 404, {})
    if (behaviour.hangs) return undefined
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      void token(new URLSearchParams(body), request.headers.authorization).then((answer) =>
        answer ? send(response, 200, answer) : send(response, 400, { error: 'invalid_grant' }),
      )
    })
    return undefined
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    clientId,
    clientSecret,
    behaviour,
    visit: async (url) => {
      const back = await fetch(url, { redirect: 'manual' })
      return Object.fromEntries(new URL(back.headers.get('location')!).searchParams) as { code: string; state: string; iss: string }
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** The value of `OIDC_PROVIDERS` for a provider. */
export const providersVariable = ({ issuer, clientId, clientSecret }: OidcProvider, name = 'example', title = 'Example ID'): string =>
  JSON.stringify([{ name, title, issuer, client_id: clientId, client_secret: clientSecret }])
