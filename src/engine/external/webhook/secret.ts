import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[\w-]{43}$/;

/** 256 random bits, as they stand in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const isSecret = (text: string): boolean => SECRET.test(text);
/** A plain hash, and no slow one: nobody finds 256 random bits by trying. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
/** Its first characters, by which a person knows it again. */
export const hintOfSecret = (secret: string): string => `${secret.slice(0, 6)}…`;
/** Where a webhook is called. */
export const hookAddress = (publicUrl: string, secret: string): string =>
  `${publicUrl}/hooks/rules/${secret}`;
