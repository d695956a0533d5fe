import { siteConfig } from '#src/shared/site-config.ts';
import { authClient } from '#src/web/auth/client.ts';

/** A factor that waits for its first code. `qr` is an image's address, `secret` the same to be typed. */
export type Enrolment = { factorId: string; qr: string; secret: string };

/** Begins a new authenticator app; a begun one that never got its first code is given up. @throws the client's error */
export async function beginEnrolment(): Promise<Enrolment> {
  const { mfa } = authClient();
  const factors = await mfa.listFactors();
  if (factors.error) throw factors.error;
  for (const factor of factors.data.all) {
    if (factor.status !== 'unverified') continue;
    const { error } = await mfa.unenroll({ factorId: factor.id });
    if (error) throw error;
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', issuer: siteConfig.name });
  if (error) throw error;
  return { factorId: data.id, qr: svgImage(data.totp.qr_code), secret: data.totp.secret };
}

/**
 * The client hands the drawing over as a data address without escaping it, and a color's '#' would cut that
 * off: it is escaped here.
 */
export function svgImage(address: string): string {
  return `data:image/svg+xml,${encodeURIComponent(address.slice(address.indexOf('<svg')))}`;
}

/** Four by four, as people read and type it. */
export function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
