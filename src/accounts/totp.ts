import { Secret, TOTP } from 'otpauth';
import { toString as toQrCode } from 'qrcode';

const PERIOD_SECONDS = 30;
/** A code of the step before or after is taken: clocks differ. */
const WINDOW = 1;

const totpOf = (secret: string, label: { issuer: string; account: string } = { issuer: '', account: '' }) =>
  new TOTP({
    issuer: label.issuer,
    label: label.account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** A new secret (160 bits, base32) with what an authenticator app reads: an address, and that as a raw SVG. */
export async function newTotp(label: {
  issuer: string;
  account: string;
}): Promise<{ secret: string; uri: string; qrCode: string }> {
  const secret = new Secret({ size: 20 }).base32;
  const uri = totpOf(secret, label).toString();
  return { secret, uri, qrCode: await toQrCode(uri, { type: 'svg', margin: 2 }) };
}

/** The latest time step of which a code is taken now. */
export const newestStep = (now: Date): number => Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + WINDOW;

/** @returns the time step that the code belongs to, or null for a wrong one */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
