import { readLogo } from '#src/brands/logo.ts';
import type { Database } from '#src/db/database.ts';
import { keepPicture } from '#src/db/queries/media.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';

/** The room for an image in an email, in pixels of the page. */
const IMAGE_BOX = { width: 528, height: 528 };

/** Keeps an image for templates: decoded and encoded again as a logo is. @throws AppError document_type */
export async function keepImage(
  { app, clock }: { app: Database; clock: Clock },
  workspaceId: string,
  given: Uint8Array,
): Promise<{ hash: string; url: string; width: number; height: number }> {
  const { bytes, width, height } = await readLogo(given, IMAGE_BOX);
  const hash = await withTenant(app, workspaceId, (tx) =>
    keepPicture(tx, { workspaceId, bytes, now: clock() }),
  );
  return { hash, url: `/media/${hash}.png`, width, height };
}
