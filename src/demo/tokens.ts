import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DEMO_TOKEN_MARK, type DemoSession } from '#src/shared/demo.ts';

const LIVES_MS = 15 * 60_000;

/** Tokens that every process with the same key knows, and none has to keep: when it ends, and a seal on that. */
export function mintDemoToken(key: Buffer, now: Date): DemoSession {
  const ends = now.getTime() + LIVES_MS;
  const head = `${DEMO_TOKEN_MARK}${ends.toString(36)}_${randomBytes(9).toString('base64url').replaceAll('_', '-')}`;
  return { token: `${head}_${sealOf(key, head)}`, expiresAt: new Date(ends).toISOString() };
}

/** @returns whether the token is one of ours and has not ended */
export function isDemoToken(key: Buffer, token: string, now: Date): boolean {
  const [, head = '', ends = '', seal = ''] =
    /^(demo_([0-9a-z]{1,12})_[\w-]{1,20})_([\w-]+)$/.exec(token) ?? [];
  if (head === '') return false;
  const ours = Buffer.from(sealOf(key, head));
  const theirs = Buffer.from(seal);
  return (
    ours.length === theirs.length &&
    timingSafeEqual(ours, theirs) &&
    Number.parseInt(ends, 36) > now.getTime()
  );
}

// No underscore in it: the token is taken apart at them.
const sealOf = (key: Buffer, head: string): string => createHmac('sha256', key).update(head).digest('hex');
