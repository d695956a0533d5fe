import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import { StartError } from './config.ts';

/** The keys this installation lives by. All processes that share a database must have the same ones. */
export type Keys = {
  /** 32 bytes; nothing is sealed with it directly, see `deriveKey`. */
  encryptionKey: Buffer;
  signing: { kid: string; privateKey: CryptoKey; publicJwk: JWK };
  /** Public halves of keys that signed before: what they signed stays good until it expires. */
  retired?: JWK[];
};

const jwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/**
 * Reads the keys from the configuration, else from `<dataDir>/secrets`, making them there at the first start
 * (files 0600, folder 0700). Two programs that start together end up with the same keys.
 * @throws StartError when a key is given or stored but cannot be read
 */
export async function loadKeys(options: {
  dataDir: string;
  encryptionKey: string | null;
  signingKey: string | null;
}): Promise<Keys> {
  const folder = join(options.dataDir, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const encryption =
    options.encryptionKey ??
    (await readOrMake(join(folder, 'encryption.key'), async () => randomBytes(32).toString('hex')));
  if (!/^[0-9a-f]{64}$/i.test(encryption)) {
    throw new StartError(`${join(folder, 'encryption.key')} does not hold 64 hexadecimal characters.`);
  }
  const signing =
    options.signingKey ??
    (await readOrMake(join(folder, 'signing.jwk'), async () => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      return JSON.stringify(await exportJWK(privateKey));
    }));
  return {
    encryptionKey: Buffer.from(encryption, 'hex'),
    signing: await readSigningKey(signing, options.signingKey ? 'SIGNING_KEY' : join(folder, 'signing.jwk')),
  };
}

async function readSigningKey(text: string, where: string): Promise<Keys['signing']> {
  let jwk: z.infer<typeof jwkSchema>;
  try {
    jwk = jwkSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new StartError(`${where} is not a private ES256 key as JWK.`, { cause: error });
  }
  const { d: _private, ...open } = jwk;
  // RFC 7638: the same key has the same kid on every machine.
  const thumb = JSON.stringify({ crv: open.crv, kty: open.kty, x: open.x, y: open.y });
  const kid = createHash('sha256').update(thumb).digest('base64url');
  const privateKey = await importJWK({ ...jwk, alg: 'ES256' }, 'ES256');
  if (privateKey instanceof Uint8Array) throw new StartError(`${where} is not a private ES256 key as JWK.`);
  return {
    kid,
    privateKey,
    publicJwk: { ...open, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] },
  };
}

/** The first one to link the finished file wins; everybody reads what is there then. */
async function readOrMake(file: string, make: () => Promise<string>): Promise<string> {
  const there = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`${file} cannot be read (${error.code}).`, { cause: error });
  });
  if (there !== null) return there.trim();
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${await make()}\n`, { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readFile(file, 'utf8')).trim();
}

/** A key for one purpose (HKDF-SHA-256), so that no two uses share one. 32 bytes. */
export function deriveKey(encryptionKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), `bellwire ${purpose}`, 32));
}

/**
 * Seals a text with AES-256-GCM. `context` (workspace and field, for example) is bound to it: it opens only with
 * the same context. The key id in front says which key it needs.
 */
export function seal(encryptionKey: Buffer, context: string, text: string): string {
  const key = deriveKey(encryptionKey, 'seal');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${keyId(key)}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** @returns the text, or null when the key is another one, the context differs or the seal was tampered with */
export function unseal(encryptionKey: Buffer, context: string, sealed: string): string | null {
  const key = deriveKey(encryptionKey, 'seal');
  const [id, data] = sealed.split('.');
  if (id !== keyId(key) || !data) return null;
  const bytes = Buffer.from(data, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}
