import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '#src/shared/errors.ts';
import { type SessionDeps, verifyOurs } from './sessions.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Lets an operator's program in: by the service key, or by a token of ours whose role is service_role.
 * @throws AppError not_admin
 */
export async function requireAdmin(deps: SessionDeps, bearer: string): Promise<void> {
  const { serviceKey } = deps.keys;
  // Hashed, so that lengths do not matter to the comparison.
  if (serviceKey && timingSafeEqual(digest(bearer), digest(serviceKey))) return;
  const verified = await verifyOurs(deps, bearer).catch(() => null);
  if (verified?.payload['role'] !== 'service_role') throw new AppError('not_admin');
}
