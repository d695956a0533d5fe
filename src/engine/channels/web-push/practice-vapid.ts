import { createPublicKey, verify } from 'node:crypto';

const DAY_SECONDS = 24 * 3_600;

type Claims = { aud?: unknown; exp?: unknown; sub?: unknown };

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function isSigned(token: string, key: Buffer): boolean {
  const [head = '', claims = '', seal = ''] = token.split('.');
  try {
    const open = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: key.subarray(1, 33).toString('base64url'),
        y: key.subarray(33, 65).toString('base64url'),
      },
    });
    const about = { key: open, dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', Buffer.from(`${head}.${claims}`), about, Buffer.from(seal, 'base64url'));
  } catch {
    return false;
  }
}

/**
 * What a push service holds against a sender's header (RFC 8292); null where it takes it.
 * @param origin its own
 * @param key the one that the subscription was made with
 */
export function refusalOfVapid(
  header: string | null,
  { origin, key, now }: { origin: string; key: string; now: number },
): { status: 401 | 403; says: string } | null {
  if (header === null) return { status: 401, says: 'missing VAPID authorization header' };
  const [, token = '', given = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', body = ''] = token.split('.');
  const bad = (says: string) => ({ status: 403, says }) as const;
  const open = Buffer.from(given, 'base64url');
  if (open.length !== 65 || !isSigned(token, open)) return bad('invalid JWT signature');
  const { alg, typ } = (jsonOf(head) ?? {}) as { alg?: unknown; typ?: unknown };
  if (alg !== 'ES256' || typ !== 'JWT') return bad('invalid JWT header');
  const { aud, exp, sub } = (jsonOf(body) ?? {}) as Claims;
  if (aud !== origin) return bad('invalid audience');
  const seconds = now / 1_000;
  if (typeof exp !== 'number' || exp <= seconds || exp > seconds + DAY_SECONDS)
    return bad('invalid expiration: at most 24 hours ahead');
  if (typeof sub !== 'string' || !/^(?:mailto:\S+@\S+|https:\/\/\S+)$/.test(sub))
    return bad('invalid subject');
  if (given !== key)
    return bad(
      'the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.',
    );
  return null;
}
