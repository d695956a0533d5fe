import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { z } from 'zod';
import { StartError } from '#src/config.ts';

/** The keys this installation lives by. All processes that share a database must have the same ones. */
export type Keys = {
  /** 32 bytes; nothing is sealed with it directly, see `deriveKey`. */
  encryptionKey: Buffer;
  signing: { kid: string; privateKey: CryptoKey; publicJwk: JWK };
  /** Public halves of keys that signed before: what they signed stays good until it expires. */
  retired?: JWK[];
  /** Lets operators' programs administer users; `sb_secret_` and random. */
  serviceKey?: string;
};

const openJwkSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
});
const jwkSchema = openJwkSchema.extend({ d: z.string() });

/**
 * Reads the keys from the configuration, else from `<dataDir>/secrets`, making them there at the first start
 * (files 0600, folder 0700). Two programs that start together end up with the same keys.
 * @throws StartError when a key is given or stored but cannot be read
 */
export async function loadKeys(options: {
  dataDir: string;
  encryptionKey: string | null;
  signingKey: string | null;
  /** Keys that signed before, as JWK (private or public), in JSON: one or a list. */
  signingKeysOld?: string | null;
  serviceKey?: string | null;
}): Promise<Keys> {
  const folder = join(options.dataDir, 'secrets');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StartError(
      `The data folder ${options.dataDir} cannot be written (${code}). Set DATA_DIR to one that can.`,
      {
        cause: error,
      },
    );
  }
  const encryption =
    options.encryptionKey ??
    (await readOrMake(join(folder, 'encryption.key'), async () => randomBytes(32).toString('hex')));
  if (!/^[0-9a-f]{64}$/i.test(encryption)) {
    throw new StartError(`${join(folder, 'encryption.key')} must contain 64 hexadecimal characters.`);
  }
  const signing =
    options.signingKey ??
    (await readOrMake(join(folder, 'signing.jwk'), async () => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      return JSON.stringify(await exportJWK(privateKey));
    }));
  const current = await readSigningKey(
    signing,
    options.signingKey ? 'SIGNING_KEY' : join(folder, 'signing.jwk'),
  );
  const serviceKey =
    options.serviceKey ??
    (await readOrMake(
      join(folder, 'service.key'),
      async () => `sb_secret_${randomBytes(32).toString('base64url')}`,
    ));
  const retired = await readRetired(folder, options.signingKeysOld ?? null);
  return {
    encryptionKey: Buffer.from(encryption, 'hex'),
    signing: current,
    retired: retired.filter(({ kid }) => kid !== current.kid),
    serviceKey,
  };
}

/**
 * Keys that no longer sign: SIGNING_KEYS_OLD, and the files signing-*.jwk beside the one that does. To rotate, rename
 * signing.jwk to such a name and start again.
 */
async function readRetired(folder: string, given: string | null): Promise<JWK[]> {
  const names = (await readdir(folder)).filter((name) => /^signing-.+\.jwk$/.test(name)).sort();
  const files = names.map(async (name) => {
    const where = join(folder, name);
    return readOpenKeys(await readFile(where, 'utf8'), where);
  });
  const fromEnvironment = given ? readOpenKeys(given, 'SIGNING_KEYS_OLD') : [];
  return [...fromEnvironment, ...(await Promise.all(files)).flat()];
}

function readOpenKeys(text: string, where: string): JWK[] {
  try {
    const read: unknown = JSON.parse(text);
    return (Array.isArray(read) ? read : [read]).map((jwk) => openKey(openJwkSchema.parse(jwk)));
  } catch (error) {
    throw new StartError(`${where} does not hold ES256 keys as JWK.`, { cause: error });
  }
}

/** RFC 7638: the same key has the same kid on every machine. */
function openKey({ kty, crv, x, y }: z.infer<typeof openJwkSchema>): JWK & { kid: string } {
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
}

async function readSigningKey(text: string, where: string): Promise<Keys['signing']> {
  let jwk: z.infer<typeof jwkSchema>;
  try {
    jwk = jwkSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new StartError(`${where} is not a private ES256 key as JWK.`, { cause: error });
  }
  const publicJwk = openKey(jwk);
  const privateKey = await importJWK({ ...jwk, alg: 'ES256' }, 'ES256');
  if (privateKey instanceof Uint8Array) throw new StartError(`${where} is not a private ES256 key as JWK.`);
  return {
    kid: publicJwk.kid,
    privateKey,
    publicJwk,
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

/** Derived once: every sign-in asks for three of them. */
const derived = new WeakMap<Buffer, Map<string, Buffer>>();

/** A key for one purpose (HKDF-SHA-256), so that no two uses share one. 32 bytes. Neither buffer may be written to. */
export function deriveKey(encryptionKey: Buffer, purpose: string): Buffer {
  const known = derived.get(encryptionKey) ?? new Map<string, Buffer>();
  derived.set(encryptionKey, known);
  const key =
    known.get(purpose) ??
    Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), `bellwire ${purpose}`, 32));
  known.set(purpose, key);
  return key;
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
