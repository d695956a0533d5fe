import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A push service takes so many bytes of a message (RFC 8291, section 4): header, text, its end and its seal. */
export const BODY_MAX = 4_096;
const KEY_BYTES = 65;
const SALT_BYTES = 16;
/** Salt, record size, length of the key, key (RFC 8188, section 2.1). */
const HEADER_BYTES = SALT_BYTES + 4 + 1 + KEY_BYTES;
const END_BYTES = 1;
const SEAL_BYTES = 16;
/** So many bytes of text fit. */
export const TEXT_BYTES_MAX = BODY_MAX - HEADER_BYTES - END_BYTES - SEAL_BYTES;

/** What a browser gave us to write to it with: its public key on P-256, uncompressed, and its secret of 16 bytes. */
export type ReaderKeys = { p256dh: Buffer; auth: Buffer };

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
const text = (words: string): Buffer => Buffer.from(`${words}\0`, 'latin1');

/** The key and the nonce of the one record that a message is (RFC 8291, section 3.4). */
function recordKeys({
  shared,
  auth,
  salt,
  reader,
  sender,
}: {
  shared: Buffer;
  auth: Buffer;
  salt: Buffer;
  /** The public keys of both sides. */
  reader: Buffer;
  sender: Buffer;
}): { key: Buffer; nonce: Buffer } {
  const about = Buffer.concat([text('WebPush: info'), reader, sender]);
  const secret = hkdf(shared, auth, about, 32);
  return {
    key: hkdf(secret, salt, text('Content-Encoding: aes128gcm'), 16),
    nonce: hkdf(secret, salt, text('Content-Encoding: nonce'), 12),
  };
}

/**
 * Encrypts a message for one browser as `aes128gcm` with a single record (RFC 8188, RFC 8291). Salt and key are new for
 * each message; a test gives them.
 * @throws Error where the browser's key is no point of the curve
 */
export function encrypt(
  message: Uint8Array,
  { p256dh, auth }: ReaderKeys,
  given: { salt?: Buffer; privateKey?: Buffer } = {},
): Buffer {
  const own = createECDH('prime256v1');
  if (given.privateKey) own.setPrivateKey(given.privateKey);
  else own.generateKeys();
  const salt = given.salt ?? randomBytes(SALT_BYTES);
  const sender = own.getPublicKey();
  const shared = own.computeSecret(p256dh);
  const { key, nonce } = recordKeys({ shared, auth, salt, reader: p256dh, sender });
  const size = Buffer.alloc(4);
  size.writeUInt32BE(BODY_MAX);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([KEY_BYTES]),
    sender,
    cipher.update(message),
    // The end of the last record.
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
