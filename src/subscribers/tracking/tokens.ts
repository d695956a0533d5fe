import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { CLICK_PATH, OPEN_PATH } from '#src/shared/tracking.ts';
import { packIds, unpackIds } from '../packed-ids.ts';

/** The delivery that a counted link or picture is of. */
export type CountedDelivery = { workspaceId: string; deliveryId: string };

/** Half of a SHA-256: 128 bits can't be guessed, and every link is shorter by 21 characters. */
const SIGNATURE_BYTES = 16;

/**
 * What messages are counted by: one signed token for a delivery, made of its ids alone. Nothing is stored for it, and
 * attempts of the same delivery have the same.
 */
export function createCountedLinks({ key }: { key: Buffer }) {
  const secret = createSecretKey(key);
  const sign = (ids: string): Buffer =>
    createHmac('sha256', secret).update(`delivery ${ids}`).digest().subarray(0, SIGNATURE_BYTES);
  const tokenOf = ({ workspaceId, deliveryId }: CountedDelivery): string => {
    const ids = packIds(workspaceId, deliveryId);
    return `${ids}.${sign(ids).toString('base64url')}`;
  };
  return {
    tokenOf,
    /** Where the links of a delivery begin, each followed by `/` and its place; and its picture. */
    urlsOf: (delivery: CountedDelivery, origin: string): { linksUrl: string; pictureUrl: string } => {
      const token = tokenOf(delivery);
      return { linksUrl: `${origin}${CLICK_PATH}/${token}`, pictureUrl: `${origin}${OPEN_PATH}/${token}` };
    },
    /** Null for a token that we never made. */
    read(token: string): CountedDelivery | null {
      const [ids = '', signature = '', ...more] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      if (more.length > 0 || given.length !== SIGNATURE_BYTES || given.toString('base64url') !== signature)
        return null;
      if (!timingSafeEqual(given, sign(ids))) return null;
      const [workspaceId, deliveryId] = unpackIds(ids, 2) ?? [];
      return workspaceId && deliveryId ? { workspaceId, deliveryId } : null;
    },
  };
}
export type CountedLinks = ReturnType<typeof createCountedLinks>;
